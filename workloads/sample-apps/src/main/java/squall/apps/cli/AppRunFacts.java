package squall.apps.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import squall.apps.run.AppAssignment;
import squall.cli.command.SessionSearch.SearchStep;
import squall.results.RunInfo;
import squall.results.RunInfo.Setting;
import squall.spi.DatabaseInfo;

/** Facts of a run in its manifest. @param steps by which the number of sessions was raised; empty: it was given */
record AppRunFacts(SampleAppSettings settings, List<SearchStep> steps) {
    AppRunFacts {
        steps = List.copyOf(steps);
    }

    RunInfo info(DatabaseInfo server) {
        return new RunInfo(
                settings.app().profile().name(),
                server.product(),
                settings.terms().reproduce(),
                settings.assignment().seed(),
                facts(server),
                effective(),
                server,
                Map.of());
    }

    private Map<String, Object> facts(DatabaseInfo server) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("phase", "run");
        facts.put("readers", settings.workers().readers());
        facts.put("writers", settings.workers().writers());
        facts.put("table", settings.keySettings().table());
        facts.put("key_prefix", settings.keySettings().texts().prefix());
        facts.put("repeatable", false); // which key is free depends on the answers before
        // An endpoint of unknown address is reported with the figures.
        facts.put("shared_host", LocalDatabaseCheck.any(server.endpoints(), unknown -> {}));
        if (!steps.isEmpty()) {
            facts.put("sessions_curve", steps);
        }
        return facts;
    }

    private Map<String, Setting> effective() {
        AppAssignment assignment = settings.assignment();
        Map<String, Setting> effective = new LinkedHashMap<>();
        put(effective, "num_unique_keys", assignment.keys());
        put(effective, "num_writes", assignment.writes());
        put(effective, "num_reads", assignment.reads());
        put(effective, "num_threads_read", settings.workers().readers());
        put(effective, "num_threads_write", settings.workers().writers());
        put(effective, "max_written_key", assignment.present() - 1);
        put(effective, "batch_size", assignment.batch());
        put(effective, "value_size", settings.keySettings().texts().valueBytes());
        put(effective, "seed", assignment.seed());
        put(effective, "abort-on", settings.plan().stopRules());
        put(effective, "error-budget", settings.terms().budget().share());
        return effective;
    }

    private void put(Map<String, Setting> effective, String name, Object value) {
        effective.put(
                name, new Setting(String.valueOf(value), settings.given().has(name) ? "command line" : "default"));
    }

    /** Check whether a database runs on this machine. */
    static final class LocalDatabaseCheck {
        static final String WARNING =
                "client and server share this machine and its CPUs: these are figures of both together";

        private LocalDatabaseCheck() {}

        /**
         * Returns whether one of the endpoints is on this machine.
         *
         * @param endpoints {@code host:port} each
         * @param unknown receives a line for an endpoint whose address is unknown, which counts as another machine's
         */
        static boolean any(List<String> endpoints, Consumer<String> unknown) {
            return endpoints.stream().anyMatch(endpoint -> here(endpoint, unknown));
        }

        private static boolean here(String endpoint, Consumer<String> unknown) {
            String host = endpoint.replaceFirst(":\\d+$", "").replaceAll("[\\[\\]]", "");
            try {
                InetAddress address = InetAddress.getByName(host);
                return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
            } catch (IOException e) {
                unknown.accept("whether the server at " + endpoint + " shares this machine is unknown: " + e);
                return false;
            }
        }
    }
}
