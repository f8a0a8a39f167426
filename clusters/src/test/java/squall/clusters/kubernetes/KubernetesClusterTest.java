package squall.clusters.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
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
    void a_stopped_pod_is_another_one_when_it_is_back() throws Exception {
        KubernetesCluster cluster = kubernetes.cluster(LIMIT);
        Node node = cluster.node("crdb-1");
        String before = uid("crdb-1");
        cluster.stop(node);
        cluster.start(node);
        assertThat(uid("crdb-1")).isNotEqualTo(before);
        assertThat(cluster.node("crdb-1")).isEqualTo(node);
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
    void a_version_goes_from_pod_to_pod_and_back() throws Exception {
        KubernetesCluster cluster = kubernetes.cluster(LIMIT);
        cluster.upgrade(cluster.node("crdb-2"), "db:2");
        assertThat(versions(cluster)).containsExactly("db:1", "db:1", "db:2");
        cluster.upgrade(cluster.node("crdb-0"), "db:2");
        assertThat(versions(cluster)).containsExactly("db:2", "db:2", "db:2");
        cluster.upgrade(cluster.node("crdb-0"), "db:1");
        assertThat(versions(cluster)).containsExactly("db:1", "db:1", "db:1");
        StatefulSet set = kubernetes
                .client()
                .apps()
                .statefulSets()
                .inNamespace("db")
                .withName("crdb")
                .get();
        assertThat(set.getMetadata().getAnnotations()).doesNotContainKey("squall.dev/partition-before");
        assertThat(set.getSpec().getUpdateStrategy().getRollingUpdate().getPartition())
                .isZero();
    }

    /** Upgrades in the order of a StatefulSet, its last pod first: in any other order the first step would change several. */
    @Test
    void in_the_order_of_the_set_each_step_of_an_upgrade_changes_one_pod() throws Exception {
        KubernetesCluster cluster = kubernetes.cluster(LIMIT);
        List<String> pictures = new ArrayList<>();
        for (Node node : cluster.changeOrder(cluster.nodes())) {
            cluster.upgrade(node, "db:2");
            pictures.add(node.name() + " " + versions(cluster));
        }
        assertThat(pictures)
                .containsExactly("crdb-2 [db:1, db:1, db:2]", "crdb-1 [db:1, db:2, db:2]", "crdb-0 [db:2, db:2, db:2]");
    }

    @Test
    void pods_that_run_a_version_already_are_left_in_peace() throws Exception {
        KubernetesCluster cluster = kubernetes.cluster(LIMIT);
        List<String> before = List.of(uid("crdb-0"), uid("crdb-1"), uid("crdb-2"));
        cluster.upgrade(cluster.node("crdb-0"), "db:1");
        assertThat(List.of(uid("crdb-0"), uid("crdb-1"), uid("crdb-2"))).isEqualTo(before);
    }

    @Test
    void a_roll_out_halts_at_a_pod_that_does_not_start_and_can_be_taken_back() throws Exception {
        KubernetesCluster cluster = kubernetes.cluster(Duration.ofSeconds(6));
        Node first = cluster.node("crdb-0");
        assertThatThrownBy(() -> cluster.upgrade(first, "db:broken"))
                .isInstanceOf(IOException.class)
                .hasMessage("crdb-2 does not start as it should within 6 s, the roll-out halts, the other nodes serve:"
                        + " ErrImagePull: no such image");
        assertThat(versions(cluster)).containsExactly("db:1", "db:1", "db:broken");
        kubernetes.cluster(LIMIT).upgrade(first, "db:1");
        assertThat(versions(cluster)).containsExactly("db:1", "db:1", "db:1");
        assertThat(cluster.state(cluster.node("crdb-2"))).isEqualTo(State.UP);
    }

    @Test
    void pods_get_more_and_less_of_their_machines() throws Exception {
        KubernetesCluster cluster = kubernetes.cluster(LIMIT);
        Node node = cluster.node("crdb-1");
        assertThat(cluster.size(node)).isEqualTo(new Size(512, 1));
        cluster.resize(node, new Size(1024, 2));
        assertThat(cluster.size(node)).isEqualTo(new Size(1024, 2));
        assertThat(cluster.size(cluster.node("crdb-0"))).isEqualTo(new Size(512, 1));
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
    void a_kill_is_refused_beforehand_where_no_pod_may_see_the_processes_of_the_machine() throws Exception {
        kubernetes.refusePods("pods \"squall-kill-crdb-0\" is forbidden: violates PodSecurity \"restricted:latest\"");
        assertThat(kubernetes.cluster(LIMIT).killRefusal().orElseThrow())
                .startsWith("SIGKILL needs a pod with hostPID in the namespace db, which is refused; permit it, or use"
                        + " {signal: TERM}: ")
                .contains("violates PodSecurity");
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
        assertThatThrownBy(() -> new KubernetesProvider(any -> kubernetes.client()).find(options))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("kubernetes: option url must tell how clients connect");
    }

    @Test
    void a_set_that_is_not_there_is_told_so() {
        var options = new Options(
                "--cluster kubernetes",
                Map.of("statefulset", "nodb", "port", "26257", "url", "jdbc:postgresql://balancer/db"));
        assertThatThrownBy(() -> new KubernetesProvider(any -> kubernetes.client()).find(options))
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

    private static List<String> versions(KubernetesCluster cluster) throws IOException {
        List<String> versions = new ArrayList<>();
        for (Node node : cluster.nodes()) {
            versions.add(cluster.version(node));
        }
        return versions;
    }

    private String uid(String pod) {
        return kubernetes
                .client()
                .pods()
                .inNamespace("db")
                .withName(pod)
                .get()
                .getMetadata()
                .getUid();
    }
}
