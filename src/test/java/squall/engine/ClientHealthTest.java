package squall.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import squall.engine.LoadRun.GcShare;
import squall.measure.RunWindows;
import squall.measure.Window;

class ClientHealthTest {
    private static final long MS = 1_000_000;

    @Test
    void the_worst_window_says_how_much_went_to_garbage_collection() {
        long[] pausedMs = {1000};
        GcShare share = new GcShare(windowsSplitAt(10), () -> pausedMs[0]);
        pausedMs[0] += 2000;
        share.look(10_000 * MS);
        pausedMs[0] += 1000;
        share.look(20_000 * MS);
        assertThat(share.highest(20_000 * MS)).isEqualTo(0.2);
    }

    @Test
    void one_pause_in_a_window_of_a_second_counts_as_if_the_window_were_five_seconds_long() {
        long[] pausedMs = {0};
        GcShare share = new GcShare(windowsSplitAt(1), () -> pausedMs[0]);
        pausedMs[0] += 100;
        share.look(1000 * MS);
        assertThat(share.highest(20_000 * MS)).isEqualTo(0.02);
    }

    @Test
    void pauses_before_the_start_of_the_run_and_after_its_end_are_in_no_window() {
        long[] pausedMs = {0};
        GcShare share = new GcShare(windowsSplitAt(10), () -> pausedMs[0]);
        pausedMs[0] += 3000;
        share.start();
        pausedMs[0] += 100;
        share.stop();
        pausedMs[0] += 5000;
        assertThat(share.highest(10_000 * MS)).isEqualTo(0.01);
    }

    @Test
    void a_client_is_overloaded_by_its_own_lag_or_its_collector_but_not_by_a_slow_database() {
        assertThat(new RunResult.ClientHealth(60_000_000_000L, 10_000_000, 0.05, 3).overloaded())
                .isFalse();
        assertThat(new RunResult.ClientHealth(11_000_000, 10_000_001, 0, 0).overloaded())
                .isTrue();
        assertThat(new RunResult.ClientHealth(0, 0, 0.051, 0).overloaded()).isTrue();
    }

    private static RunWindows windowsSplitAt(long second) {
        return new RunWindows(List.of(
                new Window("warm-up", Window.Kind.WARMUP, 0, second),
                new Window("measured", Window.Kind.STEADY, second, Long.MAX_VALUE)));
    }
}
