package squall.testbed.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import squall.system.ExternalProgram;

/** A connection attempt that tests both directions of a link: only the two kernels take part. */
record ConnectionProbe(String host, int port) {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    /** How long it took; empty if it was not made within the limit, or refused. */
    Optional<Duration> answer(Duration atMost) throws IOException {
        long beganNs = System.nanoTime();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), Math.toIntExact(Math.max(1, atMost.toMillis())));
            return Optional.of(Duration.ofNanos(System.nanoTime() - beganNs));
        } catch (SocketTimeoutException | SocketException e) {
            return Optional.empty(); // silence, or refusal: what is to be found out
        }
    }

    /** The same from a node's place, where only another process can be. */
    Optional<Duration> answer(NetworkNamespaces namespaces, String node, Duration atMost)
            throws IOException, InterruptedException {
        var command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx16m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ConnectionProbeCommand.class.getName(),
                host,
                Integer.toString(port),
                Long.toString(atMost.toMillis()));
        var dialled = new ExternalProgram(namespaces.at(node, command), namespaces.folder(), START_LIMIT.plus(atMost));
        String took = dialled.run().orThrow().output();
        return took.isEmpty() ? Optional.empty() : Optional.of(Duration.ofNanos(Long.parseLong(took)));
    }
}
