package squall.sysbench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import squall.sysbench.OltpLoad.SessionTotals;
import squall.sysbench.OltpStatements.StatementCounts;

class StatementCountsTest {
    private final StatementCounts counts = new StatementCounts();

    @Test
    void events_of_the_warm_up_are_not_among_the_measured_ones_however_late_they_are_asked_for() {
        event();
        counts.measure();
        event();
        event();
        assertThat(counts.measured()).isEqualTo(new SessionTotals(2, 0, 0, 0, 2, 200));
        assertThat(counts.totals()).isEqualTo(new SessionTotals(3, 0, 0, 0, 3, 300));
    }

    @Test
    void a_session_that_only_warmed_up_has_measured_nothing() {
        event();
        assertThat(counts.measured()).isEqualTo(SessionTotals.NONE);
    }

    private void event() {
        counts.read();
        counts.ended(true, 0, 100);
    }
}
