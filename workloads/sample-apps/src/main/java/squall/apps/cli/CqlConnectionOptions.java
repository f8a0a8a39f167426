package squall.apps.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
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
import squall.system.ExitCode;
import squall.system.PasswordPrompt;
import squall.system.SecretMasking;

/** Where a cluster behind CQL is, and how to get in. */
record CqlConnectionOptions(CqlSettings settings) {
    private static final String EMBEDDED = "cassandra";

    /** A server warns of every batch that it finds large; said once a statement, it would slow down what is measured. */
    private static final Map<String, String> QUIET = Map.of("advanced.request.log-warnings", "false");

    /** In place of the routing by YugabyteDB's partitions. */
    private static final Map<String, String> USUAL_ROUTING = Map.of(
            "advanced.request.log-warnings",
            "false",
            "basic.load-balancing-policy.class",
            "DefaultLoadBalancingPolicy");

    /** What the command line says; without a word of it the embedded Cassandra, started if it does not run. @param sessions that share the connections */
    static CqlConnectionOptions of(ParsedOptions given, int sessions, Consumer<String> say)
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
        Target target = EmbeddedTargets.up(EMBEDDED, say);
        return ofUrl(given, sessions, target.url());
    }

    /** @throws CommandException if no node answers there, or a setting does not go with what was found */
    CqlDatabase connect() throws CommandException, InterruptedException {
        try {
            return CqlDatabase.connect(settings, PasswordPrompt.atTerminal());
        } catch (IOException e) {
            throw CommandException.of(e);
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        }
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

    /** 0 is the default, as upstream's. */
    private static Duration milliseconds(ParsedOptions given, String name, Duration usual) throws CommandException {
        long asked = given.number(name, 0, 0);
        return asked == 0 ? usual : Duration.ofMillis(asked);
    }
}
