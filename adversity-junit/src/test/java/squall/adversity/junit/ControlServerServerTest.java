package squall.adversity.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.adversity.cli.AdversityCommand;

/** Test that {@code bin/adversity} asks no API server of Kubernetes but the one that is meant and allowed: each connection is counted. */
@Tag("server")
@Tag("extended")
@Tag("kubernetes")
class ControlServerServerTest {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final String CLUSTER = "kubernetes:statefulset=db,port=1,url=jdbc:postgresql://127.0.0.1:1/x";

    @TempDir
    private Path folder;

    private CountingServer server;

    /** Server that ends each connection at once. */
    private static final class CountingServer implements AutoCloseable {
        private final ServerSocket socket;
        private final AtomicInteger connections = new AtomicInteger();

        CountingServer(InetAddress address) throws IOException {
            socket = new ServerSocket(0, 50, address);
            Thread.ofVirtual().start(this::count);
        }

        private void count() {
            try {
                while (true) {
                    Socket client = socket.accept();
                    connections.incrementAndGet();
                    client.close();
                }
            } catch (IOException e) {
                return; // it was closed
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    @BeforeEach
    void start() throws IOException {
        Optional<InetAddress> address = outside();
        assumeTrue(address.isPresent(), "this machine has an address that is not loopback");
        server = new CountingServer(address.orElseThrow());
        Files.writeString(folder.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "https://ADDRESS:PORT"}}]
                users: [{name: u, user: {token: t}}]
                contexts: [{name: production, context: {cluster: c, user: u}}]
                current-context: production
                """.replace("ADDRESS", address())
                .replace("PORT", "" + server.socket.getLocalPort()));
    }

    @AfterEach
    void end() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    private static Optional<InetAddress> outside() throws IOException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(each -> each instanceof Inet4Address && !each.isLoopbackAddress())
                .findFirst();
    }

    private String address() {
        return server.socket.getInetAddress().getHostAddress();
    }

    private record Ended(int code, String output) {}

    /** Plans or runs the shipped scenario {@code kill}. */
    private Ended kill(String action, String cluster, String... more) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        List<String> command = new ArrayList<>(SeparateJvm.command(AdversityCommand.class));
        command.addAll(List.of(action, "kill", "--size", "dev", "--cluster", cluster));
        command.addAll(List.of("--load", "sample-apps:workload=SqlInserts"));
        command.addAll(Arrays.asList(more));
        var builder = new ProcessBuilder(command);
        builder.environment().put("KUBECONFIG", folder.resolve("kubeconfig").toString());
        // Where the library would look without a kubeconfig, as in a pod.
        builder.environment().put("KUBERNETES_SERVICE_HOST", address());
        builder.environment().put("KUBERNETES_SERVICE_PORT", "" + server.socket.getLocalPort());
        builder.environment().put("SQUALL_HOME", folder.resolve("home").toString());
        builder.environment().put("SQUALL_RESULTS", folder.resolve("results").toString());
        builder.directory(Path.of("..").toFile());
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), Files.readString(output));
    }

    @Test
    void a_server_outside_the_allowed_hosts_is_asked_neither_by_a_plan_nor_by_a_run() throws Exception {
        for (String command : List.of("plan", "run")) {
            Ended refused = kill(command, CLUSTER);
            assertThat(refused.code()).as(refused.output()).isEqualTo(2);
            assertThat(refused.output().replaceAll("\\s+", " "))
                    .contains("the server that controls the cluster is on " + address()
                            + ", which is not among the hosts that faults may affect");
            assertThat(server.connections).hasValue(0);
        }
        Ended allowed = kill("plan", CLUSTER, "--allow-host", address());
        assertThat(allowed.output()).contains("planned without a cluster: the Kubernetes API at https://" + address());
        assertThat(server.connections).hasPositiveValue();
    }

    /** Covers an old error: a context that did not exist stood for the current one, and its pods were killed. */
    @Test
    void a_context_that_does_not_exist_is_refused_and_the_current_one_is_not_asked() throws Exception {
        for (String command : List.of("plan", "run")) {
            Ended refused = kill(command, CLUSTER + ",context=prodution", "--allow-host", address());
            assertThat(refused.code()).as(refused.output()).isEqualTo(2);
            assertThat(refused.output().replaceAll("\\s+", " "))
                    .contains("the kubeconfig has no context 'prodution', it has [production]");
        }
        assertThat(server.connections).hasValue(0);
    }
}
