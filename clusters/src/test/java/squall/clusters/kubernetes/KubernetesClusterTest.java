package squall.clusters.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
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
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.Locale;
import java.util.ArrayList;
import java.util.Optional;
import java.nio.charset.StandardCharsets;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import squall.clusters.Clients;
import squall.host.Deadline;
import squall.spi.Cluster;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.Size;
import squall.spi.Cluster.State;
import squall.spi.Cluster.Trouble;
import squall.spi.Options;

/** Against fabric8's mock of an API server, with a {@link Controller} beside it. */
class KubernetesClusterTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** Else it tells of each request. Held here, as loggers that nobody holds are forgotten with their level. */
    private static final Logger SERVER_LOG = Logger.getLogger(MockWebServer.class.getName());

    static {
        SERVER_LOG.setLevel(Level.OFF);
    }

    private final Map<ServerRequest, Queue<ServerResponse>> expected = new HashMap<>();
    private final KubernetesMockServer server = new KubernetesMockServer(
            new Context(), new MockWebServer(), expected, new KubernetesMixedDispatcher(expected), false);
    private KubernetesClient client;
    private Controller controller;

    @BeforeEach
    void three_pods_on_three_machines() throws Exception {
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
        assertThat(Deadline.in(LIMIT).await(() -> whole(cluster))).isTrue();
    }

    @AfterEach
    void end() {
        controller.close();
        client.close();
        server.destroy();
    }

    @Test
    void pods_are_nodes_in_the_zones_of_their_machines() throws Exception {
        Cluster cluster = cluster(LIMIT);
        assertThat(cluster.nodes())
                .containsExactly(
                        new Node("crdb-0", "10.1.0.0", 26_257, "z0", "eu"),
                        new Node("crdb-1", "10.1.0.1", 26_257, "z1", "eu"),
                        new Node("crdb-2", "10.1.0.2", 26_257, "z2", "eu"));
        assertThat(cluster.target().url()).isEqualTo("jdbc:postgresql://balancer:26257/db");
        assertThat(cluster.target().properties())
                .containsEntry("balancer", "clients reach what the address names")
                .containsEntry("image", "db:1");
    }

    @Test
    void a_killed_pod_is_another_one_when_it_is_back() throws Exception {
        KubernetesCluster cluster = cluster(LIMIT);
        Node node = cluster.node("crdb-1");
        String before = uid("crdb-1");
        cluster.kill(node);
        cluster.start(node);
        assertThat(uid("crdb-1")).isNotEqualTo(before);
        assertThat(cluster.node("crdb-1")).isEqualTo(node);
    }

    @Test
    void a_node_that_is_away_keeps_the_place_where_it_was_seen() throws Exception {
        KubernetesCluster cluster = cluster(LIMIT);
        Node node = cluster.node("crdb-2");
        controller.close();
        cluster.kill(node);
        assertThat(cluster.state(node)).isEqualTo(State.DOWN);
        assertThat(cluster.node("crdb-2")).isEqualTo(node);
    }

    @Test
    void a_version_goes_from_pod_to_pod_and_back() throws Exception {
        KubernetesCluster cluster = cluster(LIMIT);
        cluster.upgrade(cluster.node("crdb-2"), "db:2");
        assertThat(versions(cluster)).containsExactly("db:1", "db:1", "db:2");
        cluster.upgrade(cluster.node("crdb-0"), "db:2");
        assertThat(versions(cluster)).containsExactly("db:2", "db:2", "db:2");
        cluster.upgrade(cluster.node("crdb-0"), "db:1");
        assertThat(versions(cluster)).containsExactly("db:1", "db:1", "db:1");
        StatefulSet set = client.apps().statefulSets().inNamespace("db").withName("crdb").get();
        assertThat(set.getMetadata().getAnnotations()).doesNotContainKey("squall.dev/partition-before");
        assertThat(set.getSpec().getUpdateStrategy().getRollingUpdate().getPartition()).isZero();
    }

    @Test
    void a_roll_out_halts_at_a_pod_that_does_not_start_and_can_be_taken_back() throws Exception {
        KubernetesCluster cluster = cluster(Duration.ofSeconds(1));
        Node first = cluster.node("crdb-0");
        assertThatThrownBy(() -> cluster.upgrade(first, "db:broken"))
                .isInstanceOf(IOException.class)
                .hasMessage("crdb-2 does not start as it should within 1 s, the roll-out halts, the other nodes serve:"
                        + " ErrImagePull: no such image");
        assertThat(versions(cluster)).containsExactly("db:1", "db:1", "db:broken");
        cluster(LIMIT).upgrade(first, "db:1");
        assertThat(versions(cluster)).containsExactly("db:1", "db:1", "db:1");
        assertThat(cluster.state(cluster.node("crdb-2"))).isEqualTo(State.UP);
    }

    @Test
    void pods_get_more_and_less_of_their_machines() throws Exception {
        KubernetesCluster cluster = cluster(LIMIT);
        Node node = cluster.node("crdb-1");
        assertThat(cluster.size(node)).isEqualTo(new Size(512, 1));
        cluster.resize(node, new Size(1024, 2));
        assertThat(cluster.size(node)).isEqualTo(new Size(1024, 2));
        assertThat(cluster.size(cluster.node("crdb-0"))).isEqualTo(new Size(512, 1));
    }

    @Test
    void the_last_pod_leaves_when_it_has_given_its_data_away() throws Exception {
        expectExec("crdb-3", "sh", "-c", "decommission --self");
        KubernetesCluster cluster = cluster(LIMIT);
        Node added = cluster.add("z9", "eu");
        assertThat(added).isEqualTo(new Node("crdb-3", "10.1.0.3", 26_257, "z3", "eu"));
        assertThatThrownBy(() -> cluster.remove(cluster.node("crdb-0")))
                .hasMessage("a StatefulSet gives up its last pod only, which is crdb-3, not crdb-0");
        cluster.remove(added);
        assertThat(cluster.nodes()).hasSize(3);
    }

    @Test
    void links_want_chaos_mesh() throws Exception {
        KubernetesCluster cluster = cluster(LIMIT);
        assertThat(cluster.lacks(Cluster.Links.class))
                .contains("Chaos Mesh is not installed in this Kubernetes cluster: it has no"
                        + " networkchaos.chaos-mesh.org");
        assertThat(cluster.links()).isEmpty();
        installChaosMesh();
        assertThat(cluster.lacks(Cluster.Links.class)).isEmpty();
        assertThat(cluster.links()).hasSize(6);
        assertThat(cluster.refusal(new Trouble.Reset())).contains("NetworkChaos of Chaos Mesh ends no connections");
    }

    @Test
    void a_trouble_is_an_object_with_a_duration_and_our_label() throws Exception {
        installChaosMesh();
        KubernetesCluster cluster = cluster(LIMIT);
        Link link = new Link("crdb-0", "crdb-1");
        for (Trouble trouble : List.of(
                new Trouble.Cut(),
                new Trouble.Delay(Duration.ofMillis(50), Duration.ofMillis(10)),
                new Trouble.Loss(0.25),
                new Trouble.Throttle(128_000))) {
            cluster.disturb(link, trouble, Duration.ofSeconds(90));
            assertThat(cluster.trouble(link)).contains(trouble);
        }
        assertThat(cluster.trouble(link.reversed())).isEmpty();
        GenericKubernetesResource object = chaos("squall-crdb-0-to-crdb-1");
        assertThat(object.getMetadata().getLabels()).containsEntry("app.kubernetes.io/managed-by", "squall");
        assertThat(object.<Object>get("spec", "duration")).isEqualTo("90s");
        assertThat(object.<Object>get("spec", "direction")).isEqualTo("to");
        cluster.mend(link);
        cluster.mend(link);
        assertThat(cluster.trouble(link)).isEmpty();
    }

    @Test
    void an_object_of_somebody_else_is_left_alone() throws Exception {
        installChaosMesh();
        GenericKubernetesResource theirs = new GenericKubernetesResource();
        theirs.setApiVersion("chaos-mesh.org/v1alpha1");
        theirs.setKind("NetworkChaos");
        theirs.setMetadata(new ObjectMetaBuilder()
                .withName("squall-crdb-0-to-crdb-1")
                .build());
        client.genericKubernetesResources(Controller.context("NetworkChaos", "networkchaos"))
                .inNamespace("db")
                .resource(theirs)
                .create();
        assertThatThrownBy(() -> cluster(LIMIT).mend(new Link("crdb-0", "crdb-1")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is not Squall's");
        assertThat(chaos("squall-crdb-0-to-crdb-1")).isNotNull();
    }

    @Test
    void a_disk_is_held_up_by_an_object_too() throws Exception {
        installChaosMesh();
        KubernetesCluster cluster = cluster(LIMIT);
        Node node = cluster.node("crdb-0");
        assertThat(cluster.lacks(Cluster.Disks.class)).isEmpty();
        cluster.hold(node, Duration.ofMillis(200), LIMIT);
        assertThat(cluster.held(node)).contains(Duration.ofMillis(200));
        cluster.release(node);
        assertThat(cluster.held(node)).isEmpty();
    }

    @Test
    void what_is_missing_is_told_before_anything_is_asked() {
        var options = new Options("--cluster kubernetes", Map.of("statefulset", "crdb", "port", "26257"));
        assertThatThrownBy(() -> new KubernetesProvider(any -> client).find(options))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("kubernetes: option url must tell how clients connect");
    }

    @Test
    void a_set_that_is_not_there_is_told_so() {
        var options = new Options(
                "--cluster kubernetes",
                Map.of("statefulset", "nodb", "port", "26257", "url", "jdbc:postgresql://balancer/db"));
        assertThatThrownBy(() -> new KubernetesProvider(any -> client).find(options))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("namespace default has no StatefulSet 'nodb'");
    }

    private void expectExec(String pod, String... command) {
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

    private KubernetesCluster cluster(Duration limit) {
        return new KubernetesCluster(
                new Workload(
                        new Api(client, "db"),
                        "crdb",
                        "",
                        26_257,
                        new Clients("jdbc:postgresql://balancer:26257/db", "", ""),
                        Optional.of("decommission --self"),
                        Optional.of("/data")),
                limit);
    }

    private static boolean whole(Cluster cluster) throws IOException, InterruptedException {
        boolean whole = true;
        for (Node node : cluster.nodes()) {
            whole &= cluster.state(node) == State.UP;
        }
        return whole;
    }

    private static List<String> versions(KubernetesCluster cluster) throws IOException {
        List<String> versions = new ArrayList<>();
        for (Node node : cluster.nodes()) {
            versions.add(cluster.version(node));
        }
        return versions;
    }

    private String uid(String pod) {
        return client.pods().inNamespace("db").withName(pod).get().getMetadata().getUid();
    }

    private GenericKubernetesResource chaos(String name) {
        return client.genericKubernetesResources(Controller.context("NetworkChaos", "networkchaos"))
                .inNamespace("db")
                .withName(name)
                .get();
    }

    private void installChaosMesh() {
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
