package squall.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import squall.measure.SuccessGaps.SuccessGap;

class SuccessGapsTest {
    private static final long S = 1_000_000_000L;
    private static final long MS = 1_000_000L;

    private final SuccessGaps gaps = new SuccessGaps();
    private long second;

    @Test
    void a_freeze_of_five_seconds_is_told_with_its_begin() {
        busy(12);
        answered(0, 300, 700); // frozen from 12.3 s: what was sent then waits on
        frozen(1700);
        frozen(2700);
        frozen(3700);
        frozen(4700);
        answered(300, 999, 0);
        busy(3);
        assertThat(gaps.longest(21 * S)).contains(new SuccessGap(12 * S + 300 * MS, 5 * S));
    }

    @Test
    void a_freeze_that_lasts_until_the_end_counts_to_the_end() {
        busy(3);
        frozen(1000);
        frozen(2000);
        frozen(3000);
        assertThat(gaps.longest(5 * S + 500 * MS)).contains(new SuccessGap(3 * S, 2 * S + 500 * MS));
    }

    @Test
    void users_who_think_make_no_gap() {
        busy(1);
        idle(30);
        busy(1);
        assertThat(gaps.longest(32 * S)).isEmpty();
    }

    @Test
    void refusals_are_no_success() {
        busy(1);
        gaps.second(second++, Optional.empty(), 0, true);
        gaps.second(second++, Optional.empty(), 0, true);
        gaps.second(second++, Optional.empty(), 0, true);
        busy(1);
        assertThat(gaps.longest(5 * S)).contains(new SuccessGap(S, 3 * S));
    }

    /** Covers an old error: one slow answer after the end of a run made a gap of what was no part of the run. */
    @Test
    void an_answer_after_the_end_of_the_run_ends_no_gap() {
        busy(2);
        frozen(1000);
        frozen(2000);
        answered(0, 999, 500);
        frozen(1500);
        frozen(2500);
        frozen(3500);
        answered(200, 200, 0);
        assertThat(gaps.longest(5 * S)).contains(new SuccessGap(2 * S, 2 * S));
    }

    @Test
    void one_operation_that_hangs_while_others_succeed_is_no_gap() {
        for (int i = 1; i <= 20; i++) {
            answered(0, 999, i * 1000L);
        }
        assertThat(gaps.longest(20 * S)).isEmpty();
    }

    @Test
    void less_than_two_seconds_is_not_told() {
        busy(1);
        frozen(1000);
        answered(900, 999, 0);
        assertThat(gaps.longest(3 * S)).isEmpty();
    }

    private void busy(int seconds) {
        for (int i = 0; i < seconds; i++) {
            answered(0, 999, 0);
        }
    }

    private void idle(int seconds) {
        for (int i = 0; i < seconds; i++) {
            gaps.second(second++, Optional.empty(), 0, false);
        }
    }

    private void frozen(long waitMs) {
        gaps.second(second++, Optional.empty(), waitMs * MS, false);
    }

    private void answered(long firstMs, long lastMs, long waitMs) {
        gaps.second(
                second,
                Optional.of(new Tick.Acknowledged(second * S + firstMs * MS, second * S + lastMs * MS)),
                waitMs * MS,
                false);
        second++;
    }
}
