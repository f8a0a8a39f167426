package squall.cql.driver;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import squall.spi.Target;

/**
 * Settings of the connections to a cluster over CQL.
 *
 * @param contactPoints {@code host:port}, at least one; the driver learns of the other nodes by itself
 * @param localDatacenter whose nodes are used; empty: the only one there is, or, on YugabyteDB, all
 * @param driverOptions by their paths below {@code datastax-java-driver}, passed to the driver unchanged; override everything else
 */
public record CqlSettings(
        List<String> contactPoints,
        String localDatacenter,
        Login login,
        Encryption encryption,
        Consistency consistency,
        Limits limits,
        Wire wire,
        Map<String, String> driverOptions) {
    public CqlSettings {
        contactPoints = List.copyOf(contactPoints);
        driverOptions = Map.copyOf(driverOptions);
        if (contactPoints.isEmpty()) {
            throw new IllegalArgumentException("at least one contact point is needed, such as 127.0.0.1:9042");
        }
    }

    /** Creates settings with every value at its default. */
    public static CqlSettings of(String... contactPoints) {
        return new CqlSettings(
                List.of(contactPoints),
                "",
                Login.NONE,
                Encryption.OFF,
                Consistency.QUORUM,
                Limits.DEFAULT,
                Wire.DEFAULT,
                Map.of());
    }

    /** Creates settings for a target in which tables come and go: the driver does not wait for another change after each. */
    public static CqlSettings of(Target target, Limits limits) {
        CqlAddress address = CqlAddress.ofUrl(target.url());
        return new CqlSettings(
                address.contactPoints(),
                address.datacenter(),
                new Login(target.user(), target.password()),
                Encryption.OFF,
                Consistency.QUORUM,
                limits,
                Wire.DEFAULT,
                Map.of("advanced.metadata.schema.debouncer.window", "10 milliseconds"));
    }

    /** Returns the same settings with other consistency levels. */
    public CqlSettings with(Consistency other) {
        return new CqlSettings(contactPoints, localDatacenter, login, encryption, other, limits, wire, driverOptions);
    }

    /**
     * Login of the user. @param user empty: no login @param password itself, {@code env:NAME}, {@code file:/path} or {@code prompt:}; never
     * printed
     */
    public record Login(String user, String password) {
        public static final Login NONE = new Login("", "");

        @Override
        public String toString() {
            return "Login[" + user + "]";
        }
    }

    /**
     * Encryption of connections.
     *
     * @param authorities a PEM file of trusted authorities; empty: those of the JVM
     * @param client certificate by which this client identifies itself, if nodes require it
     */
    public record Encryption(boolean on, Optional<Path> authorities, Optional<ClientCertificate> client) {
        public static final Encryption OFF = new Encryption(false, Optional.empty(), Optional.empty());

        /** Returns whether files are configured in addition. */
        public boolean byFiles() {
            return on && (authorities.isPresent() || client.isPresent());
        }
    }

    /** Certificate of a client, as PEM files. @param key in PKCS #8, not encrypted */
    public record ClientCertificate(Path certificate, Path key) {}

    /**
     * Consistency levels: the number of replicas that must answer.
     *
     * @param serial of lightweight transactions
     * @param accord whether Accord orders all reads and writes of the tables, which then are strict serializable at any of its levels
     */
    public record Consistency(ConsistencyLevel read, ConsistencyLevel write, ConsistencyLevel serial, boolean accord) {
        private static final List<ConsistencyLevel> ACCORDS_WRITES = List.of(
                DefaultConsistencyLevel.QUORUM,
                DefaultConsistencyLevel.ALL,
                DefaultConsistencyLevel.ONE,
                DefaultConsistencyLevel.ANY);
        private static final List<ConsistencyLevel> ACCORDS_READS = List.of(
                DefaultConsistencyLevel.QUORUM,
                DefaultConsistencyLevel.ALL,
                DefaultConsistencyLevel.ONE,
                DefaultConsistencyLevel.SERIAL);

        /** Default of this project: no acknowledged write is lost with a node, and every read sees it. */
        public static final Consistency QUORUM = new Consistency(
                DefaultConsistencyLevel.QUORUM, DefaultConsistencyLevel.QUORUM, DefaultConsistencyLevel.SERIAL, false);

        /** Default of tables whose transactions Accord orders. */
        public static final Consistency ACCORD = new Consistency(QUORUM.read, QUORUM.write, QUORUM.serial, true);

        public Consistency {
            if (!serial.isSerial()) {
                throw new IllegalArgumentException(
                        "the serial consistency must be SERIAL or LOCAL_SERIAL, not '" + serial + "'");
            }
            if (write.isSerial()) {
                throw new IllegalArgumentException("writes cannot use " + write + ", which is for reads only");
            }
            if (accord) {
                require("reads", read, ACCORDS_READS);
                require("writes", write, ACCORDS_WRITES);
                require("lightweight transactions", serial, List.of(DefaultConsistencyLevel.SERIAL));
            }
        }

        private static void require(String what, ConsistencyLevel level, List<ConsistencyLevel> supported) {
            if (!supported.contains(level)) {
                throw new IllegalArgumentException("Accord has no consistency level " + level + " for " + what
                        + ": use " + supported.stream().map(Object::toString).collect(Collectors.joining(", ")));
            }
        }
    }

    /**
     * Set of limits of time and of retries.
     *
     * @param request until a call is given up; longer than the server's own timeouts, or retries hide their errors
     * @param administration the same for schema changes, counts and truncations
     * @param connect per node and step of the handshake
     * @param reconnectWithin how long one operation may wait for a node before it is refused
     * @param retries how often a conflict is tried again
     */
    public record Limits(
            Duration request, Duration administration, Duration connect, Duration reconnectWithin, int retries) {
        public static final Limits DEFAULT = new Limits(
                Duration.ofSeconds(12), Duration.ofSeconds(60), Duration.ofSeconds(5), Duration.ofSeconds(10), 10);

        public Limits {
            if (!request.isPositive() || !administration.isPositive() || !connect.isPositive()) {
                throw new IllegalArgumentException(
                        "the timeouts for requests, administration and connecting must be positive: " + request + ", "
                                + administration + ", " + connect);
            }
            if (reconnectWithin.isNegative() || retries < 0) {
                throw new IllegalArgumentException(
                        "reconnectWithin and retries must not be negative: " + reconnectWithin + ", " + retries);
            }
        }
    }

    /**
     * Connection parameters of the protocol.
     *
     * @param connections to each node, all opened at once
     * @param requestsPerConnection in flight at the same time; one more is refused
     * @param pageSize rows of one page
     * @param tracing whether the server traces each request, which costs it much
     */
    public record Wire(int connections, int requestsPerConnection, int pageSize, boolean tracing) {
        public static final Wire DEFAULT = new Wire(1, 1024, 5000, false);

        public Wire {
            if (connections < 1 || requestsPerConnection < 1 || requestsPerConnection > 32_768 || pageSize < 1) {
                throw new IllegalArgumentException("expected at least one connection, 1 to 32768 requests on each, and"
                        + " at least one row per page: " + connections + ", " + requestsPerConnection + ", "
                        + pageSize);
            }
        }
    }
}
