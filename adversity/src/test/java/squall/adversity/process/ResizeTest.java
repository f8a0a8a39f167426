package squall.adversity.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.adversity.FakeCluster;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.Size;
import squall.spi.Cluster.State;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.FaultEffect;
import squall.spi.Options;
import squall.system.PollDeadline;

/** The fake's nodes have 100 MB on 1, 101 MB on 2 and 102 MB on 3 processors, and n1 is its primary. */
class ResizeTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Options TWICE = new Options("fault", Map.of("settle", "10ms"));

    @TempDir
    private Path folder;

    /** Covers an old error: only an upgrade asked for the order, and the first step of a resize changed all pods of a StatefulSet. */
    @Test
    void nodes_are_resized_in_the_order_of_the_cluster_with_those_that_change_before_them() throws Exception {
        FakeCluster cluster = new FakeCluster(4, folder);
        cluster.lastFirst = true;
        Fault.Work resize = resize(cluster, List.of(cluster.node("n2")));
        assertThat(resize.steps().getFirst()).startsWith("inject: for n4, n3, n2, one at a time, the primary last: ");
        cluster.refusing.add("n3");
        resize.inject(LIMIT);
        assertThatIOException()
                .isThrownBy(() -> PollDeadline.in(LIMIT).await(resize::done))
                .withMessage(
                        "the roll-out halted, the other nodes still serve: n4 has 206 MB on 4 processors, had 103 MB"
                                + " on 4 processors, number 1 of 3: n3: refused");
        assertThat(cluster.nodes())
                .extracting(cluster::size)
                .containsExactly(new Size(100, 1), new Size(101, 2), new Size(102, 3), new Size(206, 4));
    }

    /** Covers an old error: the event said "no node was changed" when two were. */
    @Test
    void a_resize_that_halts_at_its_first_node_tells_what_the_nodes_show() throws Exception {
        FakeCluster cluster = new FakeCluster(3, folder);
        cluster.lastFirst = true;
        cluster.refusing.add("n3");
        Fault.Work resize = resize(cluster, cluster.nodes());
        resize.inject(LIMIT);
        assertThatIOException()
                .isThrownBy(() -> PollDeadline.in(LIMIT).await(resize::done))
                .withMessage("the roll-out halted, the other nodes still serve: it halted at n3, number 1 of 3:"
                        + " n3: refused");
        cluster.put("n3", State.DOWN);
        assertThat(resize.effect())
                .isEqualTo(FaultEffect.seen("n1 has 100 MB on 1 processor, n2 has 101 MB on 2 processors, n3 is DOWN"));
    }

    /** Covers an old error: while the first pod found no machine, the event said "no node was changed", and the run had no fault. */
    @Test
    void a_resize_that_waits_for_its_first_node_tells_what_the_nodes_show() throws Exception {
        FakeCluster cluster = new FakeCluster(3, folder);
        cluster.lastFirst = true;
        Fault.Work resize = resize(cluster, cluster.nodes());
        cluster.onlyTogether(2);
        cluster.put("n3", State.DOWN);
        resize.inject(Duration.ofSeconds(2));
        assertThat(resize.effect())
                .isEqualTo(FaultEffect.seen("n1 has 100 MB on 1 processor, n2 has 101 MB on 2 processors, n3 is DOWN"));
        assertThat(resize.done()).isFalse();
        cluster.onlyTogether(0);
        cluster.put("n3", State.UP);
        resize.heal();
    }

    @Test
    void half_a_processor_is_restored() throws Exception {
        FakeCluster cluster = new FakeCluster(3, folder);
        Node node = cluster.node("n2");
        cluster.resize(node, new Size(64, 0.5));
        String before = cluster.picture();
        Fault.Work resize = resize(cluster, List.of(node));
        resize.inject(LIMIT);
        assertThat(resize.effect())
                .isEqualTo(FaultEffect.seen(
                        "n2 has 128 MB on 0.5 processors, had 64 MB on 0.5 processors, number 1 of 1"));
        assertThat(PollDeadline.in(LIMIT).await(resize::done)).isTrue();
        resize.heal();
        assertThat(cluster.picture()).isEqualTo(before);
    }

    /** Covers an old error: a node that joined later has no former size, without which none of the others was healed. */
    @Test
    void a_node_that_joined_later_keeps_no_other_from_being_healed() throws Exception {
        FakeCluster cluster = new FakeCluster(3, folder);
        String picture = cluster.picture();
        var before = new FaultContext("adv_c1_f1", cluster, cluster.nodes().subList(0, 2), Map.of());
        Map<String, String> facts = new Resize().fault(before, TWICE).facts();
        cluster.resize(cluster.node("n2"), new Size(202, 2));
        Fault after = new Resize().fault(new FaultContext("adv_c1_f1", cluster, List.of(), facts), TWICE);
        assertThat(after.effect())
                .isEqualTo(FaultEffect.seen("n1 has 100 MB on 1 processor, n2 has 202 MB on 2 processors"));
        after.heal();
        assertThat(cluster.picture()).isEqualTo(picture);
    }

    /** Covers an old error: a roll-out halted at a node that joined after the sizes were recorded. */
    @Test
    void a_node_that_joined_later_is_not_resized() throws Exception {
        FakeCluster cluster = new FakeCluster(3, folder);
        var before = new FaultContext("adv_c1_f1", cluster, cluster.nodes().subList(0, 2), Map.of());
        Map<String, String> facts = new Resize().fault(before, TWICE).facts();
        var all = new FaultContext("adv_c1_f1", cluster, List.of(), facts);
        Fault.Work resize = (Fault.Work) new Resize().fault(all, TWICE);
        resize.inject(LIMIT);
        assertThat(PollDeadline.in(LIMIT).await(resize::done)).isTrue();
        assertThat(cluster.nodes())
                .extracting(cluster::size)
                .containsExactly(new Size(200, 1), new Size(202, 2), new Size(102, 3));
    }

    private static Fault.Work resize(FakeCluster cluster, List<Node> nodes) throws Exception {
        var provider = new Resize();
        var before = new FaultContext("adv_c1_f1", cluster, nodes, Map.of());
        Map<String, String> facts = provider.fault(before, TWICE).facts();
        return (Fault.Work) provider.fault(new FaultContext("adv_c1_f1", cluster, nodes, facts), TWICE);
    }
}
