package squall.clusters;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import squall.spi.Cluster.Node;

/**
 * A question that a server answers before it asks who is there. Of a connection alone, a proxy between may know nothing: docker's takes
 * it for a server that is not there.
 */
public enum ProtocolHandshake {
    /** Whether it speaks TLS (PostgreSQL 17, 53.2.10: SSLRequest). */
    POSTGRES("00000008" + "04d2162f"),
    /** What it offers (CQL binary protocol v4, 4.1.3: OPTIONS). */
    CQL("04" + "00" + "0000" + "05" + "00000000"),
    /** Nothing: that it takes the connection must do. */
    CONNECT("");

    private final String hex;

    ProtocolHandshake(String hex) {
        this.hex = hex;
    }

    /** The one for servers that a driver reaches by this address. */
    public static ProtocolHandshake of(String url) {
        if (url.startsWith("cql:")) {
            return CQL;
        }
        return url.matches("jdbc:(postgresql|yugabytedb|cockroachdb):.*") ? POSTGRES : CONNECT;
    }

    /** How long the answer took; empty if none came in time, or the connection was refused or ended. */
    public Optional<Duration> ask(Node node, Duration atMost) throws IOException {
        byte[] question = HexFormat.of().parseHex(hex);
        int limitMs = Math.toIntExact(Math.max(1, atMost.toMillis()));
        long beganNs = System.nanoTime();
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(limitMs);
            socket.connect(new InetSocketAddress(node.host(), node.port()), limitMs);
            socket.getOutputStream().write(question);
            boolean answered = question.length == 0 || socket.getInputStream().read() >= 0;
            return answered ? Optional.of(Duration.ofNanos(System.nanoTime() - beganNs)) : Optional.empty();
        } catch (SocketTimeoutException | SocketException e) {
            return Optional.empty(); // silence, or the end of the connection: what the question is to find out
        }
    }
}
