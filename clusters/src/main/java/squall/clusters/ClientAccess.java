package squall.clusters;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import squall.spi.Cluster.Node;
import squall.spi.Options;
import squall.spi.Target;
import squall.sql.driver.PasswordSource;

/**
 * Access of clients to the nodes.
 *
 * @param url the driver's address; {@value #HOSTS} in it stands for HOST:PORT of every node, with commas
 * @param user empty if none is needed
 * @param password {@code env:NAME} or {@code file:PATH}; empty if none is needed
 */
public record ClientAccess(String url, String user, String password) {
    /** Names of the options it is read from. */
    public static final List<String> OPTIONS = List.of("url", "user", "password");

    private static final String HOSTS = "{hosts}";

    /** @throws IllegalArgumentException if there is no address, or the password is written in plain text */
    public ClientAccess {
        if (url.isEmpty()) {
            throw new IllegalArgumentException("url must tell how clients connect, for example jdbc:postgresql://"
                    + HOSTS + "/tpcc, where " + HOSTS + " stands for the nodes; it is missing");
        }
        if (!password.isEmpty() && !password.startsWith("env:") && !password.startsWith("file:")) {
            throw new IllegalArgumentException(
                    "password must be env:NAME or file:PATH, because what a cluster is told is written to the journal");
        }
    }

    /** Returns the access with these values, except those that the options set. */
    public static ClientAccess of(Options options, String url, String user, String password) {
        return new ClientAccess(
                options.text("url", url), options.text("user", user), options.text("password", password));
    }

    /** Returns the handshake by which nodes are asked whether they take clients. */
    public ProtocolHandshake greeting() {
        return ProtocolHandshake.of(url);
    }

    /**
     * Returns the target for loads; reads the password now.
     *
     * @param properties what else a report must contain
     * @throws IOException if the password's variable or file does not exist
     */
    public Target target(String kind, List<Node> nodes, Map<String, String> properties) throws IOException {
        Map<String, String> all = new LinkedHashMap<>(properties);
        all.put("nodes", Integer.toString(nodes.size()));
        all.put(
                "balancer",
                url.contains(HOSTS) ? "none: clients reach each node" : "clients reach what the address names");
        String hosts =
                nodes.stream().map(node -> node.host() + ":" + node.port()).collect(Collectors.joining(","));
        return new Target(
                kind, url.replace(HOSTS, hosts), user, PasswordSource.resolve(password, System.getenv()), all);
    }

    /**
     * Request that a server answers before authentication. A connection alone proves nothing where a proxy is in between: docker's accepts
     * connections for a server that is down.
     */
    public enum ProtocolHandshake {
        /** SSLRequest, which asks whether the server speaks TLS (PostgreSQL 17, 53.2.10). */
        POSTGRES("00000008" + "04d2162f"),
        /** OPTIONS, which asks for the supported options (CQL binary protocol v4, 4.1.3). */
        CQL("04" + "00" + "0000" + "05" + "00000000"),
        /** Empty request: it suffices that the server accepts the connection. */
        CONNECT("");

        private final String hex;

        ProtocolHandshake(String hex) {
            this.hex = hex;
        }

        /** Returns the handshake of servers that a driver reaches by this address. */
        public static ProtocolHandshake of(String url) {
            if (url.startsWith("cql:")) {
                return CQL;
            }
            return url.matches("jdbc:(postgresql|yugabytedb|cockroachdb):.*") ? POSTGRES : CONNECT;
        }

        /** Returns the time to the answer; empty if none came in time, or the connection was refused or ended. */
        public Optional<Duration> ask(Node node, Duration atMost) throws IOException {
            byte[] question = HexFormat.of().parseHex(hex);
            int limitMs = Math.toIntExact(Math.max(1, atMost.toMillis()));
            long beganNs = System.nanoTime();
            try (Socket socket = new Socket()) {
                socket.setSoTimeout(limitMs);
                socket.connect(new InetSocketAddress(node.host(), node.port()), limitMs);
                socket.getOutputStream().write(question);
                boolean answered =
                        question.length == 0 || socket.getInputStream().read() >= 0;
                return answered ? Optional.of(Duration.ofNanos(System.nanoTime() - beganNs)) : Optional.empty();
            } catch (SocketTimeoutException | SocketException e) {
                return Optional.empty(); // silence, or the end of the connection: what the question is to find out
            }
        }
    }
}
