package squall.clusters.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.Size;
import squall.spi.Cluster.State;

/** Test of StatefulSets on a real Kubernetes, by a service account that has the shipped roles. */
@Tag("server")
@Tag("extended")
@Tag("kubernetes")
class KubernetesClusterServerTest {
    private static final Duration LIMIT = TestNamespace.LIMIT;

    /** Limit for what never happens. */
    private static final Duration SHORT = Duration.ofSeconds(15);

    @RegisterExtension
    static final TestNamespace NAMESPACE = new TestNamespace();

    /** Covers an old error: the deletion with grace 0 sent SIGTERM, and the next pod of the name started before the old one ended. */
    @Test
    void a_killed_process_gets_no_sigterm_and_is_gone_before_the_next_starts() throws Exception {
        try (PodSet database = PodSet.logging(NAMESPACE, PodSet.resources("10m", "16Mi", "500m", "64Mi"))) {
            KubernetesCluster cluster = database.cluster(LIMIT);
            Node node = cluster.node("db-1");
            assertThat(cluster.killRefusal()).isEmpty();
            String before = database.uid("db-1");
            database.run("db-1", "touch /data/$LOG; sleep 1");
            cluster.kill(node);
            cluster.start(node);
            assertThat(database.uid("db-1")).isNotEqualTo(before);
            List<String> lines = database.run("db-1", "sleep 1; grep ^db-1- /data/$LOG; rm /data/$LOG")
                    .lines()
                    .toList();
            assertThat(lines).noneMatch(line -> line.endsWith("SIGTERM"));
            List<String> turns = new ArrayList<>();
            for (String line : lines) {
                String process = line.split(" ", 2)[0];
                if (turns.isEmpty() || !turns.getLast().equals(process)) {
                    turns.add(process);
                }
            }
            assertThat(turns).as("processes, one after the other").hasSize(2);
            assertThat(database.present()).containsExactly("db-0", "db-1", "db-2");
        }
    }

    /** Requests were set to the limits, so that a pod stayed Pending for want of a processor; healing left them so. */
    @Test
    void a_resize_keeps_the_requests_and_healing_restores_limits_and_requests_exactly() throws Exception {
        ResourceRequirements former = PodSet.resources("10m", "16Mi", "500m", "64Mi");
        try (PodSet database = PodSet.logging(NAMESPACE, former)) {
            KubernetesCluster cluster = database.cluster(LIMIT);
            Node last = cluster.node("db-2");
            Size had = cluster.size(last);
            assertThat(had).isEqualTo(new Size(64, 0.5));
            String exact = cluster.resources(last);
            cluster.resize(last, new Size(96, 2));
            ResourceRequirements found = database.resources("db-2");
            assertThat(found.getLimits()).isEqualTo(Map.of("cpu", new Quantity("2"), "memory", new Quantity("96Mi")));
            assertThat(found.getRequests()).isEqualTo(former.getRequests());
            cluster.restore(last, had, exact);
            assertThat(database.template().getResources()).isEqualTo(former);
            assertThat(database.resources("db-2")).isEqualTo(former);
        }
    }

    /** Covers an old error: the first step changed two more pods. The heal then waited for one pod and the controller for another. */
    @Test
    void a_resize_changes_one_pod_a_step_and_its_heal_ends_while_another_pod_is_stuck() throws Exception {
        ResourceRequirements former = PodSet.resources("10m", "16Mi", "500m", "64Mi");
        try (PodSet database = PodSet.logging(NAMESPACE, former)) {
            KubernetesCluster cluster = database.cluster(LIMIT);
            String exact = cluster.resources(cluster.node("db-0"));
            List<Node> order = cluster.changeOrder(cluster.nodes());
            assertThat(order).extracting(Node::name).containsExactly("db-2", "db-1", "db-0");
            cluster.resize(order.getFirst(), new Size(96, 0.5));
            assertThat(database.memory()).containsExactly("64Mi", "64Mi", "96Mi");
            assertThatIOException()
                    .isThrownBy(() -> database.cluster(SHORT).resize(order.get(1), new Size(96, 0.5)))
                    .withMessage("db-1 does not start as it should within 15 s, the roll-out halts, the other nodes"
                            + " serve: it is Running, but not ready");
            assertThat(database.memory()).containsExactly("64Mi", "96Mi", "96Mi");
            for (Node node : cluster.nodes()) {
                cluster.restore(node, new Size(64, 0.5), exact);
            }
            assertThat(database.memory()).containsExactly("64Mi", "64Mi", "64Mi");
            database.assertStrategyRestored();
        }
    }

    @Test
    void a_pod_that_fits_on_no_machine_is_named_with_the_reason_of_the_scheduler() throws Exception {
        try (PodSet database = PodSet.logging(NAMESPACE, PodSet.resources("50m", "64Mi", "50m", "64Mi"))) {
            KubernetesCluster cluster = database.cluster(SHORT);
            Node last = cluster.node("db-2");
            String exact = cluster.resources(last);
            assertThatIOException()
                    .isThrownBy(() -> cluster.resize(last, new Size(64, 100_000)))
                    .withMessageStartingWith("db-2 does not start as it should within 15 s")
                    .withMessageContaining("Unschedulable: ")
                    .withMessageContaining("Insufficient cpu");
            database.cluster(LIMIT).restore(last, new Size(64, 0.05), exact);
            assertThat(database.memory()).containsExactly("64Mi", "64Mi", "64Mi");
        }
    }

    @Test
    void pods_are_nodes_in_the_zone_of_their_machine_with_their_own_addresses() throws Exception {
        try (PodSet database = PodSet.plain(NAMESPACE, 2)) {
            List<Node> nodes = database.cluster(LIMIT).nodes();
            assertThat(nodes).extracting(Node::name).containsExactly("db-0", "db-1");
            assertThat(nodes).allSatisfy(node -> {
                assertThat(node.place()).isEqualTo("local/a");
                assertThat(node.host()).startsWith("10.245.0.");
            });
            assertThat(nodes).extracting(Node::host).doesNotHaveDuplicates();
        }
    }

    @Test
    void a_stopped_pod_is_another_one_when_it_is_back_and_the_others_stay() throws Exception {
        try (PodSet database = PodSet.plain(NAMESPACE, 2)) {
            KubernetesCluster cluster = database.cluster(LIMIT);
            Node node = cluster.node("db-0");
            List<String> before = database.uids();
            cluster.stop(node);
            cluster.start(node);
            assertThat(cluster.state(node)).isEqualTo(State.UP);
            assertThat(database.uids().getFirst()).isNotEqualTo(before.getFirst());
            assertThat(database.uids().getLast()).isEqualTo(before.getLast());
        }
    }

    @Test
    void an_image_goes_from_the_last_pod_to_the_first_and_back_and_pods_that_have_it_are_left_in_peace()
            throws Exception {
        try (PodSet database = PodSet.plain(NAMESPACE, 3)) {
            KubernetesCluster cluster = database.cluster(LIMIT);
            String from = PodSet.IMAGE;
            String to = "docker.io/" + from;
            List<List<String>> pictures = new ArrayList<>();
            for (Node node : cluster.changeOrder(cluster.nodes())) {
                cluster.upgrade(node, to);
                pictures.add(database.images());
            }
            assertThat(pictures).containsExactly(List.of(from, from, to), List.of(from, to, to), List.of(to, to, to));
            List<String> upgraded = database.uids();
            cluster.upgrade(cluster.node("db-0"), to);
            assertThat(database.uids()).isEqualTo(upgraded);
            cluster.upgrade(cluster.node("db-0"), from);
            assertThat(database.images()).containsExactly(from, from, from);
            database.assertStrategyRestored();
        }
    }

    @Test
    void a_roll_out_halts_at_an_image_that_is_not_there_and_can_be_taken_back() throws Exception {
        try (PodSet database = PodSet.plain(NAMESPACE, 2)) {
            String from = PodSet.IMAGE;
            String missing = "localhost:1/none:1";
            Node first = database.cluster(LIMIT).node("db-0");
            assertThatIOException()
                    .isThrownBy(() -> database.cluster(SHORT).upgrade(first, missing))
                    .withMessageStartingWith(
                            "db-1 does not start as it should within 15 s, the roll-out halts, the other"
                                    + " nodes serve: ")
                    .withMessageMatching("(?s).*(ErrImagePull|ImagePullBackOff): .*" + missing + ".*");
            assertThat(database.images()).containsExactly(from, missing);
            assertThat(database.cluster(LIMIT).state(first)).isEqualTo(State.UP);
            database.cluster(LIMIT).upgrade(first, from);
            assertThat(database.images()).containsExactly(from, from);
            database.assertStrategyRestored();
        }
    }

    @Test
    void the_last_pod_leaves_without_its_volume_once_its_command_has_ended_well() throws Exception {
        try (PodSet database = PodSet.withVolumes(NAMESPACE, 1)) {
            KubernetesCluster cluster = database.cluster(LIMIT, "echo left >/data/$LOG");
            Node added = cluster.add("elsewhere", "local");
            assertThat(added.name()).isEqualTo("db-1");
            assertThat(cluster.state(added)).isEqualTo(State.UP);
            assertThat(database.claims()).containsExactly("data-db-0", "data-db-1");
            assertThat(cluster.leaving(List.of(cluster.node("db-0")))).containsExactly(added);
            assertThatIOException()
                    .isThrownBy(() -> cluster.remove(cluster.node("db-0")))
                    .withMessage("a StatefulSet gives up its last pod only, which is db-1, not db-0");
            assertThatIOException()
                    .isThrownBy(
                            () -> database.cluster(LIMIT, "echo no >&2; exit 3").remove(added))
                    .withMessageContaining("ended with 3: no");
            assertThat(database.present()).containsExactly("db-0", "db-1");
            cluster.remove(added);
            assertThat(database.run("db-0", "cat /data/$LOG; rm /data/$LOG")).isEqualTo("left");
            assertThat(database.present()).containsExactly("db-0");
            database.awaitClaims("data-db-0");
        }
    }

    /** Covers an old error: a pod that found no machine could not run the command by which it leaves, and so never left. */
    @Test
    void a_pod_that_finds_no_machine_is_named_with_the_reason_and_can_be_removed_again() throws Exception {
        try (PodSet database = PodSet.alone(NAMESPACE)) {
            assertThatIOException()
                    .isThrownBy(() -> database.cluster(SHORT, "true").add("a", "local"))
                    .withMessageStartingWith("db-1 is not ready after 15 s: Unschedulable: ")
                    .withMessageContaining("free ports");
            KubernetesCluster cluster = database.cluster(LIMIT, "true");
            cluster.remove(cluster.node("db-1"));
            assertThat(database.present()).containsExactly("db-0");
        }
    }

    /** Killing needs rights on the machine, which the security standards of Kubernetes forbid to pods. */
    @Test
    void where_a_namespace_admits_no_privileged_pods_a_kill_is_refused_beforehand() throws Exception {
        try (PodSet database = PodSet.plain(NAMESPACE, 1)) {
            assertThat(database.cluster(LIMIT).killRefusal()).isEmpty();
            database.enforce("baseline");
            try {
                assertThat(database.cluster(LIMIT).killRefusal().orElseThrow())
                        .startsWith("SIGKILL needs a pod with hostPID in the namespace " + NAMESPACE.name()
                                + ", which is refused; permit it, or use {signal: TERM}: ")
                        .contains("violates PodSecurity \"baseline:latest\": host namespaces (hostPID=true)");
            } finally {
                database.enforce("privileged");
            }
            assertThat(database.present()).containsExactly("db-0");
        }
    }
}
