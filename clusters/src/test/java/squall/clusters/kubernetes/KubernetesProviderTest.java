package squall.clusters.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.spi.ClusterProvider.ControlServer;
import squall.spi.Options;

/** Test that only the API server is asked that the options mean; the one in the kubeconfig counts who connects to it. */
class KubernetesProviderTest {
    private final ServerSocket server;
    private final KubernetesProvider provider;

    KubernetesProviderTest(@TempDir Path folder) throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "SERVER"}}]
                users: [{name: u, user: {token: t}}]
                contexts: [{name: test, context: {cluster: c, user: u}}, {name: production, context: {cluster: c, user: u}}]
                current-context: production
                """.replace("SERVER", url()));
        provider = new KubernetesProvider(
                context -> Config.fromKubeconfig(context.isEmpty() ? null : context, kubeconfig.toFile()));
    }

    @AfterEach
    void end() throws IOException {
        server.close();
    }

    /** Covers an old error: for a context that did not exist, the library took the current one, and its pods were killed. */
    @Test
    void a_context_that_does_not_exist_is_refused_and_the_current_one_is_not_asked() throws IOException {
        Options misspelled = options(Map.of("context", "tset"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> provider.find(misspelled))
                .withMessage("kubernetes: option context: the kubeconfig has no context 'tset', it has [test,"
                        + " production]");
        assertThatIllegalArgumentException().isThrownBy(() -> provider.controlServer(misspelled));
        assertNoRequest();
    }

    @Test
    void a_context_that_leads_to_another_server_than_the_option_names_is_not_asked() throws IOException {
        Options other = options(Map.of("context", "test", "server", "https://10.9.8.7:6443"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> provider.cluster(other, line -> {}))
                .withMessage("kubernetes: option server must be the API server of the context 'test', " + url()
                        + ", not https://10.9.8.7:6443; nothing was asked of either");
        assertNoRequest();
    }

    @Test
    void the_current_context_and_its_server_are_what_finds_the_cluster_again() throws IOException {
        Map<String, String> exact = Map.of("context", "production", "server", url());
        ControlServer control = new ControlServer("127.0.0.1", exact);
        assertThat(provider.controlServer(options(Map.of()))).contains(control);
        assertThat(provider.controlServer(options(exact))).contains(control);
        assertThat(provider.controlServer(options(Map.of("server", url() + "/"))))
                .contains(control);
        assertNoRequest();
    }

    @Test
    void options_are_checked_without_asking_the_server() throws IOException {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> provider.outline(options(Map.of("prot", "1"))))
                .withMessageEndingWith("did you mean 'port'?");
        assertThat(provider.outline(options(Map.of()))).isEmpty();
        assertNoRequest();
    }

    private String url() {
        return "https://127.0.0.1:" + server.getLocalPort();
    }

    private static Options options(Map<String, String> more) {
        Map<String, String> all =
                new HashMap<>(Map.of("statefulset", "db", "port", "1", "url", "jdbc:postgresql://db/x"));
        all.putAll(more);
        return new Options("--cluster kubernetes", all);
    }

    private void assertNoRequest() throws IOException {
        server.setSoTimeout(1);
        assertThatThrownBy(server::accept).isInstanceOf(SocketTimeoutException.class);
    }
}
