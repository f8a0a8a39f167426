package squall.testbed.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;

/** Test of the commands to the kernel, word for word. */
class KernelTextsTest {
    private static final Subnet SUBNET = new Subnet("a1b2c3", "198.18.7");
    private static final Link BETWEEN = new Link("n1", "n2");
    private static final Link IN = new Link(Links.CLIENTS, "n2");
    private static final Link OUT = new Link("n2", Links.CLIENTS);
    private static final Duration TIME = Duration.ofMillis(2_500);

    @Test
    void a_cut_is_a_drop_at_the_receiver_that_ends_with_its_set() {
        LinkFilterRule rule = new LinkFilterRule(SUBNET, BETWEEN);
        assertThat(rule.node()).isEqualTo("n2");
        assertThat(rule.set(new Impairment.Cut(), TIME)).isEqualTo("""
                        add table inet sq_n1_n2
                        delete table inet sq_n1_n2
                        table inet sq_n1_n2 {
                          set matched { type ipv4_addr; flags timeout; }
                          chain link {
                            type filter hook input priority -300; policy accept;
                            ip saddr @matched counter drop comment "cut"
                          }
                        }
                        add element inet sq_n1_n2 matched { 198.18.7.1 timeout 2500ms }
                        """);
        assertThat(rule.clear()).isEqualTo("add table inet sq_n1_n2; delete table inet sq_n1_n2");
    }

    @Test
    void what_clients_would_hear_is_lost_at_the_sender_since_their_side_is_not_touched() {
        LinkFilterRule rule = new LinkFilterRule(SUBNET, OUT);
        assertThat(rule.node()).isEqualTo("n2");
        assertThat(rule.set(new Impairment.Loss(0.25), TIME))
                .contains("hook output")
                .contains("ip daddr @matched numgen random mod 10000 < 2500 counter drop comment \"loss 0.25\"")
                .contains("{ 198.18.7.254 timeout 2500ms }");
    }

    @Test
    void a_reset_spares_what_ends_a_connection_itself() {
        assertThat(new LinkFilterRule(SUBNET, OUT).set(new Impairment.Reset(), TIME))
                .contains("hook input")
                .contains("ip saddr @matched tcp flags & rst == 0 counter reject with tcp reset comment \"reset\"");
    }

    @Test
    void a_throttle_is_a_queue_at_the_senders_end_of_the_wire() {
        TrafficQueue queue = new TrafficQueue(SUBNET, BETWEEN);
        assertThat(queue.namespace()).isEqualTo(Optional.of("sqa1b2c3n1"));
        assertThat(String.join(" ", queue.add(new Impairment.Throttle(500_000))))
                .isEqualTo("tc qdisc add dev n2 root handle 7371: tbf rate 4000000bit burst 25000 latency 400ms");
        assertThat(String.join(" ", queue.remove())).isEqualTo("tc qdisc delete dev n2 root handle 7371:");
    }

    @Test
    void what_clients_say_is_queued_at_this_machines_end_of_the_wire() {
        TrafficQueue queue = new TrafficQueue(SUBNET, IN);
        assertThat(queue.namespace()).isEmpty();
        assertThat(queue.device()).isEqualTo("sqa1b2c3n2");
    }

    @Test
    void a_delay_and_up_to_so_much_more_is_netems_middle_and_either_side() {
        Impairment delay = new Impairment.Delay(Duration.ofMillis(50), Duration.ofMillis(10));
        assertThat(String.join(" ", new TrafficQueue(SUBNET, BETWEEN).add(delay)))
                .isEqualTo("tc qdisc add dev n2 root handle 7371: netem limit 100000 delay 55000us 5000us");
        Impairment even = new Impairment.Delay(Duration.ofMillis(50), Duration.ZERO);
        assertThat(String.join(" ", new TrafficQueue(SUBNET, BETWEEN).add(even)))
                .endsWith("netem limit 100000 delay 50000us");
    }

    @Test
    void every_end_has_an_address() {
        assertThat(SUBNET.address("n12")).isEqualTo("198.18.7.12");
        assertThat(SUBNET.address(Links.CLIENTS)).isEqualTo("198.18.7.254");
    }
}
