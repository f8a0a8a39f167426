package squall.adversity.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import squall.adversity.PlainCluster;
import squall.spi.Cluster;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.FaultEffect;
import squall.spi.FaultProvider;
import squall.spi.Options;
import squall.spi.Target;
import squall.system.PollDeadline;

class MembershipChangeTest {
    private static final Duration SOON = Duration.ofMinutes(2);

    private final Growing cluster = new Growing();

    /** Nodes get new names; those that have left are not seen again. */
    private static final class Growing implements Cluster, Cluster.Scales {
        private final List<Node> nodes = new ArrayList<>(List.of(node(1), node(2), node(3)));
        private final List<String> cleaned = new ArrayList<>();
        private int mostNodes = Integer.MAX_VALUE;
        private boolean lastOnly;
        private boolean placed = true;

        private static Node node(int number) {
            return new Node("n" + number, "127.0.0.1", number, "zone" + (number - 1) % 3, "region1");
        }

        @Override
        public synchronized Node add(String zone, String region) throws IOException {
            if (nodes.size() >= mostNodes) {
                throw new IOException("no room");
            }
            Node added = new Node(
                    "n" + (nodes.getLast().port() + 1),
                    "127.0.0.1",
                    nodes.getLast().port() + 1,
                    placed ? zone : "zone0",
                    region);
            nodes.add(added);
            return added;
        }

        @Override
        public boolean placesNodes() {
            return placed;
        }

        @Override
        public synchronized void remove(Node node) throws IOException {
            if (lastOnly && !node.equals(nodes.getLast())) {
                throw new IOException("only " + nodes.getLast().name() + " can leave");
            }
            nodes.remove(node);
        }

        @Override
        public List<Node> leaving(List<Node> chosen) {
            return lastOnly
                    ? nodes.subList(nodes.size() - chosen.size(), nodes.size()).reversed()
                    : chosen;
        }

        @Override
        public boolean keepsMovedData() {
            return true;
        }

        @Override
        public synchronized void cleanUp(Node node) {
            cleaned.add(node.name());
        }

        @Override
        public String joinedMeans() {
            return "it takes clients";
        }

        @Override
        public String leftMeans() {
            return "its script has ended";
        }

        @Override
        public synchronized List<Node> nodes() {
            return List.copyOf(nodes);
        }

        @Override
        public Target target() {
            return PlainCluster.NOWHERE;
        }

        @Override
        public State state(Node node) {
            return State.UP;
        }
    }

    @Test
    void a_node_joins_and_the_same_one_leaves_again() throws Exception {
        Fault.Work joined = done(new AddNode(), List.of());
        assertThat(joined.effect().how()).isEqualTo("[n1, n2, n3, n4]; 1 command of an operator: add n4");
        assertThat(joined.effect().present()).isTrue();
        healedTwice(new AddNode(), joined);
        assertThat(cluster.nodes()).extracting(Cluster.Node::name).containsExactly("n1", "n2", "n3");
    }

    @Test
    void two_nodes_join_and_stay_and_the_commands_of_an_operator_are_counted() throws Exception {
        Options two = Options.none("addNode").with(Map.of("count", "2", "stay", "true", "zone", "zone1"));
        Fault.Work joined = done(new AddNode(), List.of(), two);
        String found =
                "[n1, n2, n3, n4, n5]; 7 commands of an operator: add n4; add n5; clean up n1; clean up n2; clean up"
                        + " n3; clean up n4; clean up n5";
        assertThat(joined.effect()).isEqualTo(FaultEffect.absent(found));
        joined.heal();
        assertThat(joined.effect()).isEqualTo(FaultEffect.absent(found));
        assertThat(cluster.nodes()).extracting(Cluster.Node::zone).endsWith("zone1", "zone1");
        assertThat(cluster.cleaned).containsExactly("n1", "n2", "n3", "n4", "n5");
    }

    /** Covers an old error: the oldest of them was to leave first, which a StatefulSet does not allow. */
    @Test
    void nodes_that_joined_leave_again_the_newest_first() throws Exception {
        cluster.lastOnly = true;
        Fault.Work joined =
                done(new AddNode(), List.of(), Options.none("addNode").with(Map.of("count", "4")));
        assertThat(cluster.nodes()).hasSize(7);
        joined.heal();
        assertThat(cluster.nodes()).extracting(Cluster.Node::name).containsExactly("n1", "n2", "n3");
    }

    @Test
    void a_node_leaves_for_good() throws Exception {
        Options stay = Options.none("removeNode").with(Map.of("stay", "true"));
        Fault.Work left = done(new RemoveNode(), List.of(cluster.nodes().get(1)), stay);
        left.heal();
        assertThat(left.effect())
                .isEqualTo(
                        FaultEffect.absent("[n1, n3]; 3 commands of an operator: remove n2; clean up n1; clean up n3"));
    }

    @Test
    void after_a_crash_nodes_that_were_to_stay_leave_again() throws Exception {
        Options stay = Options.none("addNode").with(Map.of("stay", "true"));
        Map<String, String> before = facts(new AddNode(), List.of(), stay);
        done(new AddNode(), List.of(), stay);
        Fault other = new AddNode().fault(new FaultContext("adv_c1_f1", cluster, List.of(), before), stay);
        assertThat(other.effect().present()).isTrue();
        other.heal();
        assertThat(cluster.nodes()).extracting(Cluster.Node::name).containsExactly("n1", "n2", "n3");
    }

    @Test
    void in_place_of_a_node_that_left_another_joins_its_zone() throws Exception {
        Fault.Work left = done(new RemoveNode(), List.of(cluster.nodes().get(1)));
        assertThat(left.effect().present()).isTrue();
        healedTwice(new RemoveNode(), left);
        assertThat(cluster.nodes()).extracting(Cluster.Node::name).containsExactly("n1", "n3", "n4");
        assertThat(cluster.nodes()).extracting(Cluster.Node::zone).containsExactly("zone0", "zone2", "zone1");
    }

    /** Covers an old error: a pod that its scheduler placed in another zone than the one that had left kept the fault from being healed. */
    @Test
    void where_the_cluster_chooses_places_the_number_of_nodes_counts() throws Exception {
        cluster.placed = false;
        cluster.lastOnly = true;
        Fault.Work left = done(new RemoveNode(), List.of(cluster.nodes().get(2)));
        assertThat(left.effect().present()).isTrue();
        healedTwice(new RemoveNode(), left);
        assertThat(cluster.nodes()).extracting(Cluster.Node::zone).containsExactly("zone0", "zone1", "zone0");
    }

    /** Covers an old error: a pod that came back on another machine meanwhile passed for the one that had joined. */
    @Test
    void a_node_that_changed_its_zone_meanwhile_does_not_leave() throws Exception {
        cluster.placed = false;
        cluster.lastOnly = true;
        Fault.Work joined = done(new AddNode(), List.of());
        Cluster.Node first = cluster.nodes().getFirst();
        cluster.nodes.set(0, new Cluster.Node(first.name(), first.host(), first.port(), "zone2", first.region()));
        healedTwice(new AddNode(), joined);
        assertThat(cluster.nodes()).extracting(Cluster.Node::name).containsExactly("n1", "n2", "n3");
    }

    /** Covers an old error: a zone with a blank in its name could not be read again, so that nothing was healed. */
    @Test
    void zones_and_regions_may_have_blanks() throws Exception {
        cluster.nodes.replaceAll(node ->
                new Cluster.Node(node.name(), node.host(), node.port(), "rack " + node.zone(), "eu " + node.region()));
        Fault.Work joined = done(new AddNode(), List.of());
        assertThat(joined.effect().present()).isTrue();
        healedTwice(new AddNode(), joined);
        assertThat(cluster.nodes()).extracting(Cluster.Node::name).containsExactly("n1", "n2", "n3");
    }

    @Test
    void a_journal_of_an_earlier_version_is_healed_too() throws Exception {
        done(new AddNode(), List.of());
        Map<String, String> before = Map.of("before", "zone0 region1 1\nzone1 region1 1\nzone2 region1 1");
        Options options = Options.none("addNode");
        new AddNode()
                .fault(new FaultContext("adv_c1_f1", cluster, List.of(), before), options)
                .heal();
        assertThat(cluster.nodes()).extracting(Cluster.Node::name).containsExactly("n1", "n2", "n3");
    }

    @Test
    void a_plan_promises_no_more_than_the_cluster_asks_and_sees() {
        FaultContext context =
                new FaultContext("adv_c1_f1", cluster, List.of(cluster.nodes().get(1)), Map.of());
        assertThat(new AddNode().fault(context, Options.none("addNode")).steps())
                .contains("done: it takes clients");
        assertThat(new RemoveNode().fault(context, Options.none("removeNode")).steps())
                .contains("inject: n2 leaves", "done: its script has ended");
    }

    @Test
    void a_node_that_cannot_join_is_told_when_it_is_asked_for() throws Exception {
        cluster.mostNodes = 3;
        assertThatIOException()
                .isThrownBy(() -> done(new AddNode(), List.of()))
                .withMessageContaining("adv_c1_f1 failed: java.io.IOException: no room");
    }

    /** Covers an old error: any pod of a StatefulSet was chosen to leave, and but for the last one none could. */
    @Test
    void where_only_the_last_nodes_can_leave_they_leave_for_those_that_were_chosen() throws Exception {
        cluster.lastOnly = true;
        List<Cluster.Node> chosen = cluster.nodes().subList(0, 2);
        FaultContext context = new FaultContext("adv_c1_f1", cluster, chosen, Map.of());
        assertThat(new RemoveNode().fault(context, Options.none("removeNode")).steps())
                .contains("inject: n3, n2 leave");
        Fault.Work left = done(new RemoveNode(), chosen);
        assertThat(cluster.nodes()).extracting(Cluster.Node::name).containsExactly("n1");
        healedTwice(new RemoveNode(), left);
        assertThat(cluster.nodes()).hasSize(3);
    }

    /** Covers an old error: healing failed by the error of the change itself, and left what that had done by then. */
    @Test
    void of_nodes_that_join_the_first_leaves_again_though_the_second_could_not_join() throws Exception {
        cluster.mostNodes = 4;
        Options two = new Options("addNode", Map.of("count", "2"));
        Map<String, String> facts = facts(new AddNode(), List.of(), two);
        Fault.Work fault =
                (Fault.Work) new AddNode().fault(new FaultContext("adv_c1_f1", cluster, List.of(), facts), two);
        fault.inject(SOON);
        assertThatIOException()
                .isThrownBy(() -> PollDeadline.in(SOON).await(fault::done))
                .withMessageContaining("no room");
        assertThat(cluster.nodes()).hasSize(4);
        healedTwice(new AddNode(), fault);
        assertThat(cluster.nodes()).extracting(Cluster.Node::name).containsExactly("n1", "n2", "n3");
    }

    @Test
    void a_cluster_of_fixed_size_is_refused() {
        Cluster fixed = new PlainCluster(cluster.target(), cluster.nodes());
        assertThat(new AddNode().refusal(fixed, Options.none("addNode")))
                .isEqualTo(Optional.of("nodes of this cluster cannot be added or removed"));
    }

    private Fault.Work done(FaultProvider provider, List<Cluster.Node> nodes) throws IOException, InterruptedException {
        return done(provider, nodes, Options.none(provider.kind()));
    }

    private Fault.Work done(FaultProvider provider, List<Cluster.Node> nodes, Options options)
            throws IOException, InterruptedException {
        Map<String, String> facts = facts(provider, nodes, options);
        Fault.Work fault = (Fault.Work) provider.fault(new FaultContext("adv_c1_f1", cluster, nodes, facts), options);
        fault.inject(SOON);
        assertThat(PollDeadline.in(SOON).await(fault::done)).isTrue();
        return fault;
    }

    private Map<String, String> facts(FaultProvider provider, List<Cluster.Node> nodes, Options options)
            throws IOException, InterruptedException {
        return provider.fault(new FaultContext("adv_c1_f1", cluster, nodes, Map.of()), options)
                .facts();
    }

    private void healedTwice(FaultProvider provider, Fault.Work fault) throws IOException, InterruptedException {
        fault.heal();
        fault.heal();
        assertThat(fault.effect().present()).isFalse();
        assertThat(provider.refusal(cluster, Options.none(provider.kind()))).isEmpty();
    }
}
