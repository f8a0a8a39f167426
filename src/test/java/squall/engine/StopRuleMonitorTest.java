package squall.engine;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import squall.engine.schedule.RunEnding;
import squall.engine.schedule.StopRule;

class StopRuleMonitorTest {
    private static final StopRule.NoSuccess NO_SUCCESS = new StopRule.NoSuccess(ofSeconds(5));
    private static final StopRule.ErrorShare HALF = new StopRule.ErrorShare(0.5);

    @Test
    void silence_ends_the_run_only_where_something_was_due() {
        StopRuleMonitor guard = new StopRuleMonitor(List.of(NO_SUCCESS));
        assertThat(guard.check(look(1000, 10, 0, true))).isEmpty();
        assertThat(guard.check(look(9000, 10, 0, false))).isEmpty();
        assertThat(guard.check(look(13_999, 10, 0, true))).isEmpty();
        assertThat(guard.check(look(14_000, 10, 0, true)))
                .contains(
                        new RunEnding.Aborted(NO_SUCCESS, "no operation was acknowledged for 5000 ms (no-success:5s)"));
    }

    @Test
    void answers_that_are_all_errors_are_silence_too() {
        StopRuleMonitor guard = new StopRuleMonitor(List.of(new StopRule.NoSuccess(ofMillis(500))));
        assertThat(guard.check(look(100, 0, 1, false))).isEmpty();
        assertThat(guard.check(look(500, 0, 5, false))).isPresent();
    }

    @Test
    void the_share_of_errors_looks_back_ten_seconds_and_no_further() {
        StopRuleMonitor guard = new StopRuleMonitor(List.of(HALF));
        assertThat(guard.check(look(5000, 0, 1000, true))).isEmpty(); // too early to say
        Optional<RunEnding.Aborted> last = Optional.empty();
        for (int ms = 5100; ms <= 20_000 && last.isEmpty(); ms += 100) {
            last = guard.check(look(ms, ms < 10_000 ? 2000 : 2000 + ms, 1000, true));
        }
        assertThat(last).isEmpty();
        assertThat(guard.check(look(20_100, 22_000, 60_000, true)))
                .map(RunEnding.Aborted::rule)
                .contains(HALF);
    }

    @Test
    void the_limit_of_errors_is_reached_exactly() {
        StopRule.Errors three = new StopRule.Errors(3);
        StopRuleMonitor guard = new StopRuleMonitor(List.of(three));
        assertThat(guard.check(look(10, 0, 2, true))).isEmpty();
        assertThat(guard.check(look(20, 0, 3, true)))
                .contains(new RunEnding.Aborted(three, "3 operations failed (errors:3)"));
    }

    private static StopRuleMonitor.RuleReading look(long atMs, long acknowledged, long failed, boolean pending) {
        return new StopRuleMonitor.RuleReading(atMs * 1_000_000, acknowledged, failed, pending);
    }
}
