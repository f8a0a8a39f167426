package squall.apps.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import squall.apps.AppContext;
import squall.apps.SampleApp;
import squall.cli.StartMessages;
import squall.cli.TargetRegistry;
import squall.cql.CqlDatabase;
import squall.cql.driver.CqlAddress;
import squall.cql.driver.CqlSettings;
import squall.cql.driver.CqlSettings.Consistency;
import squall.cql.driver.CqlSettings.Encryption;
import squall.cql.driver.CqlSettings.Limits;
import squall.cql.driver.CqlSettings.Login;
import squall.cql.driver.CqlSettings.Wire;
import squall.spi.Target;
import squall.system.CommandException;
import squall.system.CommandStep;
import squall.system.PasswordPrompt;
import squall.system.SecretMasking;

/** Address of a cluster behind CQL, with the credentials and settings of the connections. */
record CqlConnectionOptions(CqlSettings settings) {
    private static final String EMBEDDED = "cassandra";

    /** Driver setting against logging a server's warning of each large batch, which would slow down what is measured. */
    private static final Map<String, String> QUIET = Map.of("advanced.request.log-warnings", "false");

    /** Driver settings that replace the routing by YugabyteDB's partitions. */
    private static final Map<String, String> USUAL_ROUTING = Map.of(
            "advanced.request.log-warnings",
            "false",
            "basic.load-balancing-policy.class",
            "DefaultLoadBalancingPolicy");

    /**
     * Reads the command line. Without an address it takes the embedded Cassandra, which it starts if necessary.
     *
     * @param sessions that share the connections
     */
    static CqlConnectionOptions of(ParsedOptions given, int sessions, StartMessages say)
            throws CommandException, InterruptedException {
        if (given.has("url") && given.has("nodes")) {
            throw CommandException.usage("--url and --nodes both say where the database is: leave one out");
        }
        if (given.has("nodes")) {
            return new CqlConnectionOptions(settings(given, sessions, given.nodes(), ""));
        }
        if (given.has("url")) {
            return ofUrl(given, sessions, given.text("url").orElse(""));
        }
        Target target = TargetRegistry.load().embedded(EMBEDDED, "--nodes or --url", say);
        return ofUrl(given, sessions, target.url());
    }

    /** Returns the same options for an application, with transactions that Accord orders if it has such. */
    CqlConnectionOptions suiting(SampleApp app, AppContext setting) {
        return app.accord(setting) ? new CqlConnectionOptions(settings.with(Consistency.ACCORD)) : this;
    }

    /** @throws CommandException if no node answers there, or a setting does not go with what was found */
    CqlDatabase connect() throws CommandException, InterruptedException {
        return CommandStep.of(() -> CqlDatabase.connect(settings, PasswordPrompt.atTerminal()));
    }

    private static CqlConnectionOptions ofUrl(ParsedOptions given, int sessions, String url) throws CommandException {
        try {
            CqlAddress address = CqlAddress.ofUrl(url);
            return new CqlConnectionOptions(settings(given, sessions, address.contactPoints(), address.datacenter()));
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(
                    "--url of this workload: " + SecretMasking.mask(String.valueOf(e.getMessage())));
        }
    }

    private static CqlSettings settings(ParsedOptions given, int sessions, List<String> nodes, String datacenter)
            throws CommandException {
        int connections = Math.ceilDiv(sessions, Wire.DEFAULT.requestsPerConnection());
        Limits usual = Limits.DEFAULT;
        Wire wire = Wire.DEFAULT;
        return new CqlSettings(
                nodes,
                given.text("with_local_dc").orElse(datacenter),
                new Login(
                        given.text("username").orElse(""),
                        given.text("password").orElse("")),
                encryption(given),
                Consistency.QUORUM,
                new Limits(
                        milliseconds(given, "cql_read_timeout_ms", usual.request()),
                        usual.administration(),
                        milliseconds(given, "cql_connect_timeout_ms", usual.connect()),
                        usual.reconnectWithin(),
                        usual.retries()),
                new Wire(
                        Math.toIntExact(given.number("concurrent_clients", connections, 1)),
                        wire.requestsPerConnection(),
                        wire.pageSize(),
                        false),
                given.has("disable_yb_load_balancing_policy") ? USUAL_ROUTING : QUIET);
    }

    private static Encryption encryption(ParsedOptions given) throws CommandException {
        boolean on = given.has("ssl") || given.has("ssl_cert");
        if (!on && (given.has("ssl_client_cert") || given.has("ssl_client_key"))) {
            throw CommandException.usage(given.named("ssl_client_cert", "ssl_client_key")
                    + ": give --ssl or --ssl_cert too, without which nothing is encrypted");
        }
        if (given.has("ssl_client_cert") != given.has("ssl_client_key")) {
            throw CommandException.usage("--ssl_client_cert and --ssl_client_key need each other, and only "
                    + given.named("ssl_client_cert", "ssl_client_key") + " is given");
        }
        return new Encryption(
                on,
                given.text("ssl_cert").map(Path::of),
                given.text("ssl_client_cert")
                        .map(certificate -> new CqlSettings.ClientCertificate(
                                Path.of(certificate),
                                Path.of(given.text("ssl_client_key").orElse("")))));
    }

    /** Reads a time in milliseconds. 0 stands for the default, as upstream. */
    private static Duration milliseconds(ParsedOptions given, String name, Duration usual) throws CommandException {
        long asked = given.number(name, 0, 0);
        return asked == 0 ? usual : Duration.ofMillis(asked);
    }
}
