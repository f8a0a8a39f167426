package squall.apps.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import squall.apps.run.AppAssignment;
import squall.results.RunInfo;
import squall.results.RunInfo.Setting;
import squall.spi.DatabaseInfo;

/** The facts of a run in its manifest. @param steps in which sessions were raised; empty: they were given */
record AppRunFacts(SampleAppSettings order, List<ThroughputCurve.CurvePoint> steps) {
    AppRunFacts {
        steps = List.copyOf(steps);
    }

    RunInfo info(DatabaseInfo server) {
        return new RunInfo(
                order.app().profile().name(),
                server.product(),
                order.terms().reproduce(),
                order.assignment().seed(),
                facts(server),
                effective(),
                server,
                Map.of());
    }

    private Map<String, Object> facts(DatabaseInfo server) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("phase", "run");
        facts.put("readers", order.workers().readers());
        facts.put("writers", order.workers().writers());
        facts.put("table", order.ground().table());
        facts.put("key_prefix", order.ground().texts().prefix());
        facts.put("repeatable", false); // which key is free depends on the answers before
        facts.put("shared_host", LocalDatabaseCheck.any(server.endpoints()));
        if (!steps.isEmpty()) {
            facts.put("sessions_curve", steps.stream().map(AppRunFacts::told).toList());
        }
        return facts;
    }

    private static Map<String, Object> told(ThroughputCurve.CurvePoint step) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("sessions", step.sessions());
        told.put("per_second", step.perSecond());
        told.put("p99_ms", step.p99Ms());
        told.put("failed", step.failed());
        return told;
    }

    private Map<String, Setting> effective() {
        AppAssignment assignment = order.assignment();
        Map<String, Setting> effective = new LinkedHashMap<>();
        put(effective, "num_unique_keys", assignment.keys());
        put(effective, "num_writes", assignment.writes());
        put(effective, "num_reads", assignment.reads());
        put(effective, "num_threads_read", order.workers().readers());
        put(effective, "num_threads_write", order.workers().writers());
        put(effective, "max_written_key", assignment.present() - 1);
        put(effective, "batch_size", assignment.batch());
        put(effective, "value_size", order.ground().texts().valueBytes());
        put(effective, "seed", assignment.seed());
        put(effective, "abort-on", order.plan().stopRules());
        put(effective, "error-budget", order.terms().budget().share());
        return effective;
    }

    private void put(Map<String, Setting> effective, String name, Object value) {
        effective.put(name, new Setting(String.valueOf(value), order.given().has(name) ? "command line" : "default"));
    }

    /** Whether a database runs on this machine. */
    static final class LocalDatabaseCheck {
        static final String WARNING =
                "client and server share this machine and its CPUs: these are figures of both together";

        private LocalDatabaseCheck() {}

        /** @param endpoints {@code host:port} each; one whose address is not known here is elsewhere */
        static boolean any(List<String> endpoints) {
            return endpoints.stream().anyMatch(LocalDatabaseCheck::here);
        }

        private static boolean here(String endpoint) {
            String host = endpoint.replaceFirst(":\\d+$", "").replaceAll("[\\[\\]]", "");
            try {
                InetAddress address = InetAddress.getByName(host);
                return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
            } catch (IOException e) {
                return false; // no such name, so not ours
            }
        }
    }
}
