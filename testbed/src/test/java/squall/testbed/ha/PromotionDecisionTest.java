package squall.testbed.ha;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import squall.testbed.ha.Failover.PromotionDecision;
import squall.testbed.ha.Failover.PromotionDecision.NoSafeCandidate;
import squall.testbed.ha.Failover.PromotionDecision.Promote;
import squall.testbed.ha.Failover.WalPosition;

class PromotionDecisionTest {
    private static final List<String> STANDBYS = List.of("n2", "n3");

    @Test
    void the_standby_that_has_more_is_chosen() {
        assertThat(PromotionDecision.among(
                        STANDBYS, Map.of("n2", new WalPosition(1, 100), "n3", new WalPosition(1, 101))))
                .isEqualTo(new Promote("n3", new WalPosition(1, 101)));
    }

    @Test
    void a_later_timeline_counts_more_than_more_bytes() {
        assertThat(PromotionDecision.among(
                        STANDBYS, Map.of("n2", new WalPosition(2, 100), "n3", new WalPosition(1, 900))))
                .isEqualTo(new Promote("n2", new WalPosition(2, 100)));
    }

    @Test
    void of_equals_the_first_is_chosen() {
        assertThat(PromotionDecision.among(STANDBYS, Map.of("n2", new WalPosition(1, 7), "n3", new WalPosition(1, 7))))
                .isEqualTo(new Promote("n2", new WalPosition(1, 7)));
    }

    @Test
    void while_one_is_silent_no_standby_is_safe() {
        assertThat(PromotionDecision.among(STANDBYS, Map.of("n2", new WalPosition(1, 100))))
                .isEqualTo(
                        new NoSafeCandidate("no safe candidate: [n3] must respond too, because any one standby may have"
                                + " confirmed the last commit"));
    }

    @Test
    void one_that_was_out_of_the_quorum_before_need_not_be_heard() {
        assertThat(PromotionDecision.among(List.of("n3"), Map.of("n3", new WalPosition(2, 100))))
                .isEqualTo(new Promote("n3", new WalPosition(2, 100)));
    }

    @Test
    void without_any_standby_none_is_safe() {
        assertThat(PromotionDecision.among(List.of(), Map.of()))
                .isEqualTo(new NoSafeCandidate("no safe candidate: no standby was in the quorum"));
    }

    @Test
    void a_position_reads_as_postgresql_writes_it() {
        assertThat(new WalPosition(3, 0x1_6B37_4D00L)).hasToString("timeline 3, 1/6B374D00");
    }
}
