package squall.apps.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import squall.apps.CqlAppContext;
import squall.cli.StartMessages;
import squall.cli.TargetRegistry;
import squall.cql.CqlDatabase;
import squall.cql.CqlDialect;
import squall.cql.Keyspace;
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

/** Options of workloads over CQL: the address of the cluster, the credentials and settings of the connections, keyspace and rows. */
final class CqlConnectionOptions {
    private static final String EMBEDDED = "cassandra";
    private static final String KEYSPACE = "ybdemo_keyspace";

    /** Driver setting against logging a server's warning of each large batch, which would slow down what is measured. */
    private static final Map<String, String> QUIET = Map.of("advanced.request.log-warnings", "false");

    /** Driver settings that replace the routing by YugabyteDB's partitions. */
    private static final Map<String, String> USUAL_ROUTING = Map.of(
            "advanced.request.log-warnings",
            "false",
            "basic.load-balancing-policy.class",
            "DefaultLoadBalancingPolicy");

    private CqlConnectionOptions() {}

    /** Checks the options of tables before connecting to a database. */
    static void require(ParsedOptions given) throws CommandException {
        keyspace(given);
        ttlSeconds(given);
    }

    /**
     * Connects to the given cluster; without an address to the embedded Cassandra, which it starts if necessary.
     *
     * @throws CommandException if no node answers there, or a setting does not go with what was found
     */
    static CqlDatabase connect(SampleAppSettings settings, StartMessages say)
            throws CommandException, InterruptedException {
        CqlSettings given = settings(settings.given(), settings.workers().sessions(), say);
        CqlSettings suiting = settings.app().accord(settings.context()) ? given.with(Consistency.ACCORD) : given;
        return CommandStep.of(() -> CqlDatabase.connect(suiting, PasswordPrompt.atTerminal()));
    }

    /** @param sessions that share the connections */
    private static CqlSettings settings(ParsedOptions given, int sessions, StartMessages say)
            throws CommandException, InterruptedException {
        if (given.has("url") && given.has("nodes")) {
            throw CommandException.usage("--url and --nodes both say where the database is: leave one out");
        }
        if (given.has("nodes")) {
            return settings(given, sessions, given.nodes(), "");
        }
        if (given.has("url")) {
            return ofUrl(given, sessions, given.text("url").orElse(""));
        }
        Target target = TargetRegistry.load().embedded(EMBEDDED, "--nodes or --url", say);
        return ofUrl(given, sessions, target.url());
    }

    /** Returns the context of an application's statements. */
    static CqlAppContext context(SampleAppSettings settings, CqlDialect dialect) throws CommandException {
        ParsedOptions given = settings.given();
        return new CqlAppContext(
                settings.context(), dialect, keyspace(given), ttlSeconds(given), given.has("local_reads"));
    }

    private static CqlSettings ofUrl(ParsedOptions given, int sessions, String url) throws CommandException {
        try {
            CqlAddress address = CqlAddress.ofUrl(url);
            return settings(given, sessions, address.contactPoints(), address.datacenter());
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

    private static Keyspace keyspace(ParsedOptions given) throws CommandException {
        try {
            return new Keyspace(
                    given.text("keyspace").orElse(KEYSPACE),
                    given.text("replication").orElse(""));
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("--replication: " + e.getMessage(), e);
        }
    }

    /** Returns how many seconds rows live; 0: for ever. Refuses a time that may end before the check, as expired rows would seem lost. */
    private static int ttlSeconds(ParsedOptions given) throws CommandException {
        long ttl = given.number("table_ttl_seconds", -1, -1);
        if (ttl <= 0) {
            return 0;
        }
        long run = given.number("run_time", -1, -1);
        if (run < 0 || ttl < 2 * (run + given.number("warmup", 0, 0))) {
            throw CommandException.usage("--table_ttl_seconds " + ttl
                    + " must be at least twice --run_time and --warmup together, which must be given: rows that vanish"
                    + " before they are checked cannot be told from lost ones");
        }
        if (SessionRamp.of(given).isPresent()) {
            throw CommandException.usage(
                    "--table_ttl_seconds " + ttl + " counts from the search of 'auto', which has no"
                            + " fixed length, and rows that vanish before they are checked cannot be told from lost ones: give the"
                            + " number of sessions, or leave --table_ttl_seconds out");
        }
        if (KeySettings.reuses(given)) {
            throw CommandException.usage(
                    "--table_ttl_seconds " + ttl + " counts from the earlier run that wrote the rows of "
                            + KeySettings.reusing(given)
                            + ", and rows that vanish before they are checked cannot be told from lost"
                            + " ones: leave one out");
        }
        return Math.toIntExact(ttl);
    }

    /** Reads a time in milliseconds. 0 stands for the default, as upstream. */
    private static Duration milliseconds(ParsedOptions given, String name, Duration usual) throws CommandException {
        long asked = given.number(name, 0, 0);
        return asked == 0 ? usual : Duration.ofMillis(asked);
    }
}
