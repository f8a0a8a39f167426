package squall.engine;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static squall.spi.FakeLoad.READ;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import squall.engine.schedule.LoadPlan;
import squall.measure.OperationSummary;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.FakeLoad;
import squall.spi.Outcome;

@Timeout(300)
class LatenessLimitTest {
    private static final Outcome LATE =
            new Outcome.Refused(new ErrorCode(ErrorKind.LATE, "late"), "not sent within 100 ms of its due time");
    private static final long HANGS_NS = 600_000_000;

    private final Listening listening = new Listening();

    @Test
    void what_could_not_be_sent_in_time_is_refused_as_late_and_charged_with_its_wait() throws Exception {
        FakeLoad load = hangingOnce();
        RunResult result = listening.run(load, plan().givingUpAfter(ofMillis(100)));
        OperationSummary reads = result.total().operations().get(READ.ordinal());
        long late = reads.outcomes().getOrDefault(LATE, 0L);
        assertThat(late).isPositive();
        assertThat(Map.of("ok", reads.ok(), "refused", reads.refused()))
                .isEqualTo(Map.of("ok", load.performed.get(), "refused", late));
        assertThat(reads.failedLatency().getMinValue()).isGreaterThanOrEqualTo(100_000);
        assertThat(reads.failedLatency().getMaxValue()).isGreaterThan(300_000);
        assertThat(result.finished()).isEqualTo(result.started()).isEqualTo(reads.ended());
    }

    @Test
    void a_plain_run_sends_its_backlog_whole() throws Exception {
        FakeLoad load = hangingOnce();
        RunResult result = listening.run(load, plan());
        assertThat(result.total().failed()).isZero();
        assertThat(result.total().operations()).hasSize(3);
        assertThat(load.performed.get()).isEqualTo(result.finished());
    }

    @Test
    void a_late_turn_of_an_unknown_operation_counts_as_unsent() throws Exception {
        RunResult result = listening.run(hangingOnce().unplanned(), plan().givingUpAfter(ofMillis(100)));
        OperationSummary unsent = result.total().operations().getLast();
        assertThat(unsent.operation().name()).isEqualTo("UNSENT");
        assertThat(unsent.outcomes()).containsOnlyKeys(LATE);
        assertThat(result.total().operations().get(READ.ordinal()).refused()).isZero();
    }

    @Test
    void the_age_of_the_oldest_operation_in_flight_is_told_with_its_second() throws Exception {
        listening.run(
                FakeLoad.each(turn -> {
                    if (turn.index() == 0) {
                        Waits.until(turn, 1_500_000_000);
                    }
                    turn.record(READ, turn.dueNs(), Outcome.OK, 1);
                    return true;
                }),
                Plans.lasting(1, Plans.rate(100), ofSeconds(2)));
        assertThat(listening.tick(0).inFlight()).isEqualTo(1);
        assertThat(listening.tick(0).oldestNs()).isBetween(900_000_000L, 1_500_000_000L);
    }

    @Test
    void no_time_at_all_is_refused() {
        assertThatThrownBy(() -> plan().givingUpAfter(ofMillis(0))).hasMessage("lateAfter must be above 0: PT0S");
    }

    private static LoadPlan plan() {
        return Plans.lasting(1, Plans.rate(100), ofSeconds(1));
    }

    private static FakeLoad hangingOnce() {
        return FakeLoad.each(turn -> {
            if (turn.index() == 0) {
                Waits.until(turn, HANGS_NS);
            }
            turn.record(READ, turn.dueNs(), Outcome.OK, 1);
            return true;
        });
    }
}
