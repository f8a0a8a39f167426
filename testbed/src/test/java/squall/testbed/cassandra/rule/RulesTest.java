package squall.testbed.cassandra.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;

class RulesTest {
    private static final LinkRule CUT = new LinkRule(new Link("n1", "n2"), new Impairment.Cut(), 90_000);
    private static final LinkRule DELAY =
            new LinkRule(new Link("n2", "n1"), new Impairment.Delay(Duration.ofMillis(50), Duration.ofMillis(10)), 7);

    @Test
    void a_rule_tells_by_its_name_all_that_must_be_known_of_it() {
        assertThat(LinkRule.read(CUT.name())).contains(CUT);
        assertThat(LinkRule.read(DELAY.name())).contains(DELAY);
        assertThat(DiskRule.all(Duration.ofMillis(20), 5)).hasSize(3).allSatisfy(rule -> {
            assertThat(DiskRule.read(rule.name())).contains(rule);
            assertThat(LinkRule.read(rule.name())).isEmpty();
        });
        assertThat(DiskRule.read(CUT.name())).isEqualTo(Optional.empty());
    }

    @Test
    void a_delay_comes_on_top_of_what_the_link_takes_anyway() {
        assertThat(DELAY.rule("127.0.0.1:7000", Duration.ofMillis(30)).text()).contains("$1, \"80\", \"10\")");
        assertThat(DELAY.rule("127.0.0.1:7000", Duration.ZERO).text()).contains("$1, \"50\", \"10\")");
    }

    @Test
    void a_cut_takes_messages_of_one_peer_until_its_time_is_over() {
        assertThat(CUT.rule("127.0.0.1:7000", Duration.ZERO)).isEqualTo(new BytemanRule("link n1 n2 90000 cut", """
                        RULE link n1 n2 90000 cut
                        CLASS org.apache.cassandra.net.InboundSink
                        METHOD accept(org.apache.cassandra.net.Message)
                        AT ENTRY
                        IF $1.from().getHostAddressAndPort().equals("127.0.0.1:7000") AND squall.testbed.cassandra.agent.RuleGate.before("90000")
                        DO RETURN
                        ENDRULE
                        """));
    }
}
