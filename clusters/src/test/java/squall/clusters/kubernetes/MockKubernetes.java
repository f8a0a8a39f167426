package squall.clusters.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMixedDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.kubernetes.client.server.mock.OutputStreamMessage;
import io.fabric8.kubernetes.client.server.mock.StatusMessage;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.fabric8.mockwebserver.ServerRequest;
import io.fabric8.mockwebserver.ServerResponse;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.logging.Level;
import java.util.logging.Logger;
import squall.clusters.ClientAccess;
import squall.clusters.kubernetes.StatefulSetWorkload.KubernetesApi;
import squall.fixture.ChaosMesh;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.State;
import squall.system.PollDeadline;

/** Mock of an API server with a set of three pods on three machines, and a {@link Controller}. */
final class MockKubernetes implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** Else it tells of each request. Held here, as loggers that nobody holds are forgotten with their level. */
    private static final Logger SERVER_LOG = Logger.getLogger(MockWebServer.class.getName());

    static {
        SERVER_LOG.setLevel(Level.OFF);
    }

    private final Map<ServerRequest, Queue<ServerResponse>> expected = new HashMap<>();
    private final KubernetesMockServer server = new KubernetesMockServer(
            new Context(), new MockWebServer(), expected, new KubernetesMixedDispatcher(expected), false);
    private final KubernetesClient client;
    private final Controller controller;

    /** Starts the server, and waits until all pods are ready. */
    MockKubernetes() throws IOException, InterruptedException {
        server.init();
        client = server.createClient();
        for (int i = 0; i < 4; i++) {
            client.resource(new NodeBuilder()
                            .withNewMetadata()
                            .withName("machine-" + i)
                            .addToLabels("topology.kubernetes.io/zone", "z" + i)
                            .addToLabels("topology.kubernetes.io/region", "eu")
                            .endMetadata()
                            .build())
                    .create();
        }
        client.resource(set()).create();
        controller = new Controller(client);
        Cluster cluster = cluster(LIMIT);
        assertThat(PollDeadline.in(LIMIT).await(() -> whole(cluster))).isTrue();
    }

    KubernetesClient client() {
        return client;
    }

    Controller controller() {
        return controller;
    }

    void expectExec(String pod, String... command) {
        StringBuilder path = new StringBuilder("/api/v1/namespaces/db/pods/" + pod + "/exec?");
        for (String word : command) {
            path.append("command=")
                    .append(URLEncoder.encode(word, StandardCharsets.UTF_8).replace("+", "%20"))
                    .append('&');
        }
        server.expect()
                .get()
                .withPath(path + "container=db&stdout=true&stderr=true")
                .andUpgradeToWebSocket()
                .open()
                .immediately()
                .andEmit(new OutputStreamMessage("done"))
                .immediately()
                .andEmit(new StatusMessage(0))
                .done()
                .always();
    }

    /** Refuses changes of the set, as if something else had changed it in between, so many times. */
    void conflict(int times) {
        server.expect()
                .patch()
                .withPath("/apis/apps/v1/namespaces/db/statefulsets/crdb")
                .andReturn(
                        409,
                        new StatusBuilder()
                                .withCode(409)
                                .withReason("Conflict")
                                .withMessage("the object has been modified")
                                .build())
                .times(times);
    }

    KubernetesCluster cluster(Duration limit) {
        return new KubernetesCluster(workload(), limit);
    }

    StatefulSetWorkload workload() {
        return new StatefulSetWorkload(
                new KubernetesApi(client, "db"),
                "crdb",
                "",
                26_257,
                new ClientAccess("jdbc:postgresql://balancer:26257/db", "", ""),
                Optional.of("decommission --self"),
                Optional.of("/data"),
                Optional.empty());
    }

    private static boolean whole(Cluster cluster) throws IOException, InterruptedException {
        boolean whole = true;
        for (Node node : cluster.nodes()) {
            whole &= cluster.state(node) == State.UP;
        }
        return whole;
    }

    GenericKubernetesResource chaos(String name) {
        return client.genericKubernetesResources(ChaosMesh.context("NetworkChaos"))
                .inNamespace("db")
                .withName(name)
                .get();
    }

    void installChaosMesh() {
        for (String kind : List.of("NetworkChaos", "IOChaos")) {
            String plural = kind.toLowerCase(Locale.ROOT);
            client.resource(new CustomResourceDefinitionBuilder()
                            .withNewMetadata()
                            .withName(plural + ".chaos-mesh.org")
                            .endMetadata()
                            .withNewSpec()
                            .withGroup("chaos-mesh.org")
                            .withScope("Namespaced")
                            .withNewNames()
                            .withKind(kind)
                            .withPlural(plural)
                            .endNames()
                            .addNewVersion()
                            .withName("v1alpha1")
                            .endVersion()
                            .endSpec()
                            .build())
                    .create();
        }
    }

    @Override
    public void close() {
        controller.close();
        client.close();
        server.destroy();
    }

    private static StatefulSet set() {
        Map<String, Quantity> limits = Map.of("memory", new Quantity("512Mi"), "cpu", new Quantity("1"));
        return new StatefulSetBuilder()
                .withNewMetadata()
                .withName("crdb")
                .withNamespace("db")
                .endMetadata()
                .withNewSpec()
                .withReplicas(3)
                .withNewTemplate()
                .withNewSpec()
                .addNewContainer()
                .withName("db")
                .withImage("db:1")
                .withNewResources()
                .withLimits(limits)
                .endResources()
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }
}
