package squall.cql.driver;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How to reach a cluster over CQL.
 *
 * @param contactPoints {@code host:port}, at least one; the driver learns of the other nodes by itself
 * @param localDatacenter whose nodes are spoken to; empty: the only one there is, or, on YugabyteDB, all
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

    /** Every setting at its default. */
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

    /** The login. @param user empty: no login @param password itself, {@code env:NAME}, {@code file:/path} or {@code prompt:}; never printed */
    public record Login(String user, String password) {
        public static final Login NONE = new Login("", "");

        @Override
        public String toString() {
            return "Login[" + user + "]";
        }
    }

    /**
     * Whether connections are encrypted.
     *
     * @param authorities a PEM file of trusted authorities; empty: those of the JVM
     * @param client how this client identifies itself, if nodes want it to
     */
    public record Encryption(boolean on, Optional<Path> authorities, Optional<ClientCertificate> client) {
        public static final Encryption OFF = new Encryption(false, Optional.empty(), Optional.empty());

        /** Encrypted, trusting those of the file. */
        public static Encryption trusting(Path authorities) {
            return new Encryption(true, Optional.of(authorities), Optional.empty());
        }

        /** Whether there is more to know than that it is on. */
        public boolean byFiles() {
            return on && (authorities.isPresent() || client.isPresent());
        }
    }

    /** A client's certificate, as PEM files. @param key in PKCS #8, not encrypted */
    public record ClientCertificate(Path certificate, Path key) {}

    /** How many replicas must answer. @param serial of lightweight transactions */
    public record Consistency(ConsistencyLevel read, ConsistencyLevel write, ConsistencyLevel serial) {
        /** What this project measures by default: no acknowledged write is lost with a node, and every read sees it. */
        public static final Consistency QUORUM = new Consistency(
                DefaultConsistencyLevel.QUORUM, DefaultConsistencyLevel.QUORUM, DefaultConsistencyLevel.SERIAL);

        public Consistency {
            if (!serial.isSerial()) {
                throw new IllegalArgumentException(
                        "the serial consistency must be SERIAL or LOCAL_SERIAL, not '" + serial + "'");
            }
            if (write.isSerial()) {
                throw new IllegalArgumentException("writes cannot use " + write + ", which is for reads only");
            }
        }
    }

    /**
     * How long, and how often.
     *
     * @param request until a call is given up; longer than the server's own timeouts, or retries hide the truth
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
            if (!positive(request) || !positive(administration) || !positive(connect)) {
                throw new IllegalArgumentException(
                        "the timeouts for requests, administration and connecting must be positive: " + request + ", "
                                + administration + ", " + connect);
            }
            if (reconnectWithin.isNegative() || retries < 0) {
                throw new IllegalArgumentException(
                        "reconnectWithin and retries must not be negative: " + reconnectWithin + ", " + retries);
            }
        }

        private static boolean positive(Duration duration) {
            return duration.compareTo(Duration.ZERO) > 0;
        }
    }

    /**
     * What goes over a connection.
     *
     * @param connections to each node, all opened at once
     * @param requestsPerConnection under way at the same time; more than this and a request is refused
     * @param pageSize rows that come together
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
