package squall.adversity.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import squall.spi.Cluster;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.FaultEffect;
import squall.spi.FaultProvider;
import squall.spi.Options;
import squall.spi.Target;

class LinkFaultTest {
    private static final Options NONE = Options.none("fault");
    private static final FaultProvider LOSS = new LinkFaultProvider.Loss();
    private static final FaultProvider CUT = new LinkFaultProvider.Partition();

    private final Pair pair = new Pair();

    @Test
    void a_loss_that_has_dropped_no_packet_is_not_in_effect() throws Exception {
        Fault fault = fault(LOSS, Map.of());
        fault.inject(Duration.ofMinutes(1));
        assertThat(fault.effect())
                .isEqualTo(FaultEffect.absent(
                        "n1 -> n2 lost nothing in 2 s of requests, in spite of loss of 20 % of the packets"));
    }

    @Test
    void a_loss_is_seen_by_what_the_relay_has_counted() throws Exception {
        Fault fault = fault(LOSS, Map.of());
        fault.inject(Duration.ofMinutes(1));
        pair.affectedPackets = 7;
        assertThat(fault.effect())
                .isEqualTo(
                        FaultEffect.seen("2 of 2 links under loss of 20 % of the packets: 14 packets were affected"));
    }

    /** Refuses it, because every answer takes at least no time, so that the fault would pass for one in effect. */
    @Test
    void a_delay_of_no_time_is_no_latency() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LinkFaultProvider.Latency()
                        .refusal(pair, new Options("latency", Map.of("delay", "0s", "jitter", "5ms"))))
                .withMessage("latency: option 'delay' must be at least 1ms, not '0s'");
    }

    /** Refuses the link, because healing mends it whatever disturbed it, and would end the other fault with its own. */
    @Test
    void a_link_that_is_disturbed_already_is_left_alone() throws Exception {
        fault(LOSS, Map.of()).inject(Duration.ofMinutes(1));
        assertThatIOException()
                .isThrownBy(() -> fault(CUT, Map.of()).facts())
                .withMessageEndingWith(" already has a fault: a link takes one fault at a time");
    }

    /** Refuses the link, which would pass for cut by the fault. */
    @Test
    void a_link_that_something_else_has_cut_is_left_alone() {
        pair.silent = true;
        assertThatIOException()
                .isThrownBy(() -> fault(CUT, Map.of()).facts())
                .withMessage(
                        "n1 -> n2 did not respond within 10 s before the fault: something other than Squall impairs"
                                + " it, for example a rule of the packet filter; remove that first");
    }

    @Test
    void a_link_with_another_programs_queue_is_left_alone() {
        pair.foreign = Optional.of("the queue 'netem' of another program");
        assertThatIOException()
                .isThrownBy(() -> fault(LOSS, Map.of()).facts())
                .withMessageEndingWith(" is already impaired by the queue 'netem' of another program");
    }

    @Test
    void a_node_that_is_down_need_not_respond() throws Exception {
        pair.silent = true;
        pair.down.add("n2");
        assertThat(fault(CUT, Map.of()).facts()).isEqualTo(Map.of("running", "n1"));
    }

    @Test
    void a_relay_that_cannot_lose_packets_says_why() {
        pair.refusal = Optional.of("bytes cannot be lost");
        assertThat(LOSS.refusal(pair, NONE)).contains("bytes cannot be lost");
    }

    @Test
    void a_node_that_was_ended_for_being_cut_off_is_started_with_the_healing() throws Exception {
        Map<String, String> facts = fault(CUT, Map.of()).facts();
        fault(CUT, facts).inject(Duration.ofMinutes(1));
        pair.down.add("n1");
        fault(CUT, facts).heal();
        assertThat(pair.down).isEmpty();
        assertThat(pair.impairments).isEmpty();
    }

    /** Covers an old error: a failover that had begun when the partition was healed fenced the old primary afterwards, and nothing started it. */
    @Test
    void a_node_that_was_ended_after_the_healing_is_started_later() throws Exception {
        Map<String, String> facts = fault(CUT, Map.of()).facts();
        fault(CUT, facts).inject(Duration.ofMinutes(1));
        fault(CUT, facts).heal();
        pair.down.add("n1");
        assertThat(fault(CUT, facts).settle()).containsExactly("n1");
        assertThat(pair.down).isEmpty();
        assertThat(fault(CUT, facts).settle()).isEmpty();
    }

    @Test
    void a_node_that_was_down_before_is_not_this_faults_to_start() throws Exception {
        pair.down.add("n2");
        Map<String, String> facts = fault(CUT, Map.of()).facts();
        fault(CUT, facts).inject(Duration.ofMinutes(1));
        fault(CUT, facts).heal();
        assertThat(pair.down).containsExactly("n2");
    }

    private Fault fault(FaultProvider provider, Map<String, String> facts) {
        return provider.fault(new FaultContext("adv_R_F", pair, List.of(Pair.NODES.getFirst()), facts), NONE);
    }

    /** Two nodes whose every question is answered. */
    private static final class Pair implements Cluster, Cluster.Links, Cluster.Restarts {
        private static final List<Node> NODES = List.of(
                new Node("n1", "127.0.0.1", 1, "zone1", "region1"), new Node("n2", "127.0.0.1", 2, "zone2", "region1"));

        private final Map<Link, Impairment> impairments = new HashMap<>();
        private final Set<String> down = new HashSet<>();
        private Optional<String> refusal = Optional.empty();
        private Optional<String> foreign = Optional.empty();
        private boolean silent;
        private long affectedPackets;

        @Override
        public Target target() throws IOException {
            throw new IOException("nobody connects here");
        }

        @Override
        public List<Node> nodes() {
            return NODES;
        }

        @Override
        public State state(Node node) {
            return down.contains(node.name()) ? State.DOWN : State.UP;
        }

        @Override
        public void kill(Node node) {
            down.add(node.name());
        }

        @Override
        public void stop(Node node) {
            down.add(node.name());
        }

        @Override
        public void start(Node node) {
            down.remove(node.name());
        }

        @Override
        public List<Link> links() {
            return List.of(new Link("n1", "n2"), new Link("n2", "n1"));
        }

        @Override
        public Optional<String> refusal(Impairment impairment) {
            return refusal;
        }

        @Override
        public void disturb(Link link, Impairment impairment, Duration atMost) {
            impairments.put(link, impairment);
        }

        @Override
        public void restoreLink(Link link) {
            impairments.remove(link);
        }

        @Override
        public Optional<Impairment> impairment(Link link) {
            return Optional.ofNullable(impairments.get(link));
        }

        @Override
        public OptionalLong affectedPackets(Link link) {
            return OptionalLong.of(affectedPackets);
        }

        @Override
        public Optional<Duration> probe(Link link, Duration atMost) {
            return silent ? Optional.empty() : Optional.of(Duration.ofMillis(1));
        }

        @Override
        public Optional<String> foreignImpairment(Link link) {
            return foreign;
        }
    }
}
