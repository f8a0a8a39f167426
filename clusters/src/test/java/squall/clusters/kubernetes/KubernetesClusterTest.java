package squall.clusters.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.Size;
import squall.spi.Cluster.State;
import squall.spi.Options;

/** Against fabric8's mock of an API server. */
class KubernetesClusterTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final MockKubernetes kubernetes;

    KubernetesClusterTest() throws IOException, InterruptedException {
        kubernetes = new MockKubernetes();
    }

    @AfterEach
    void end() {
        kubernetes.close();
    }

    @Test
    void pods_are_nodes_in_the_zones_of_their_machines() throws Exception {
        Cluster cluster = kubernetes.cluster(LIMIT);
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
    void a_node_that_is_away_keeps_the_place_where_it_was_seen() throws Exception {
        KubernetesCluster cluster = kubernetes.cluster(LIMIT);
        Node node = cluster.node("crdb-2");
        kubernetes.controller().close();
        cluster.stop(node);
        assertThat(cluster.state(node)).isEqualTo(State.DOWN);
        assertThat(cluster.node("crdb-2")).isEqualTo(node);
    }

    @Test
    void pods_before_the_named_ones_are_left_out_of_a_change_and_those_after_come_first() throws Exception {
        KubernetesCluster cluster = kubernetes.cluster(LIMIT);
        assertThat(cluster.changeOrder(List.of(cluster.node("crdb-1"))))
                .extracting(Node::name)
                .containsExactly("crdb-2", "crdb-1");
    }

    /** {@code limits.cpu: 500m} ended a run by an ArithmeticException. */
    @Test
    void half_a_processor_is_a_size() throws Exception {
        resources(Map.of("memory", new Quantity("512Mi"), "cpu", new Quantity("500m")), Map.of());
        KubernetesCluster cluster = kubernetes.cluster(LIMIT);
        Node node = cluster.node("crdb-2");
        assertThat(cluster.size(node)).isEqualTo(new Size(512, 0.5)).hasToString("512 MB on 0.5 processors");
        cluster.resize(node, new Size(256, 0.25));
        assertThat(cluster.size(node)).isEqualTo(new Size(256, 0.25));
    }

    /** Requests were set to the limits, so that pods no longer fitted on their machines; healing left them so. */
    @Test
    void a_resize_keeps_the_requests_and_healing_restores_limits_and_requests_exactly() throws Exception {
        ResourceRequirements former = resources(
                Map.of("memory", new Quantity("1500M"), "cpu", new Quantity("1")),
                Map.of("memory", new Quantity("100Mi"), "cpu", new Quantity("1")));
        KubernetesCluster cluster = kubernetes.cluster(LIMIT);
        Node first = cluster.node("crdb-0");
        Size had = cluster.size(first);
        String exact = cluster.resources(first);
        cluster.resize(first, new Size(64, 2));
        assertThat(template().getLimits()).isEqualTo(Map.of("memory", new Quantity("64Mi"), "cpu", new Quantity("2")));
        assertThat(template().getRequests())
                .isEqualTo(Map.of("memory", new Quantity("64Mi"), "cpu", new Quantity("2")));
        cluster.restore(first, had, exact);
        assertThat(template()).isEqualTo(former);
        cluster.resize(first, new Size(3000, 2));
        assertThat(template().getRequests())
                .isEqualTo(Map.of("memory", new Quantity("100Mi"), "cpu", new Quantity("2")));
    }

    @Test
    void the_last_pod_leaves_when_it_has_given_its_data_away() throws Exception {
        kubernetes.expectExec("crdb-3", "sh", "-c", "decommission --self");
        KubernetesCluster cluster = kubernetes.cluster(LIMIT);
        Node added = cluster.add("z9", "eu");
        assertThat(added).isEqualTo(new Node("crdb-3", "10.1.0.3", 26_257, "z3", "eu"));
        assertThatThrownBy(() -> cluster.remove(cluster.node("crdb-0")))
                .hasMessage("a StatefulSet gives up its last pod only, which is crdb-3, not crdb-0");
        cluster.remove(added);
        assertThat(cluster.nodes()).hasSize(3);
    }

    @Test
    void what_is_missing_is_told_before_anything_is_asked() {
        var options = new Options("--cluster kubernetes", Map.of("statefulset", "crdb", "port", "26257"));
        assertThatThrownBy(
                        () -> new KubernetesProvider(any -> kubernetes.client().getConfiguration()).find(options))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("kubernetes: option url must tell how clients connect");
    }

    @Test
    void a_set_that_is_not_there_is_told_so() {
        var options = new Options(
                "--cluster kubernetes",
                Map.of("statefulset", "nodb", "port", "26257", "url", "jdbc:postgresql://balancer/db"));
        assertThatThrownBy(
                        () -> new KubernetesProvider(any -> kubernetes.client().getConfiguration()).find(options))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("namespace default has no StatefulSet 'nodb'");
    }

    /** Gives the pods these, and waits for them. */
    private ResourceRequirements resources(Map<String, Quantity> limits, Map<String, Quantity> requests)
            throws IOException, InterruptedException {
        ResourceRequirements resources = new ResourceRequirements(List.of(), limits, requests);
        new StatefulSetRollout(kubernetes.workload(), new Pods(kubernetes.workload()), LIMIT)
                .change(
                        0,
                        container -> new ContainerBuilder(container)
                                .withResources(resources)
                                .build(),
                        container -> resources.equals(container.getResources()));
        return resources;
    }

    private ResourceRequirements template() throws IOException {
        return kubernetes.workload().template().getResources();
    }
}
