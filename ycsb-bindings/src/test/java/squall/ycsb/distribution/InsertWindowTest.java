package squall.ycsb.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class InsertWindowTest {
    @Test
    void a_row_that_is_not_answered_hides_those_after_it() {
        InsertWindow window = new InsertWindow(10);
        long first = window.claim();
        long second = window.claim();
        window.answer(second);
        assertThat(window.newest()).isEqualTo(9);
        window.answer(first);
        assertThat(window.newest()).isEqualTo(11);
    }

    @Test
    void a_million_inserts_past_a_stuck_one_end_nothing_and_the_stuck_one_is_known() {
        InsertWindow window = new InsertWindow(10);
        long stuck = window.claim();
        for (int row = 0; row < InsertWindow.SIZE - 1; row++) {
            window.answer(window.claim());
        }
        assertThat(window.newest()).isEqualTo(stuck - 1);
        for (int row = 0; row < 1_000; row++) {
            window.answer(window.claim());
        }
        assertThat(window.firstOvertaken()).containsExactly(stuck);
        assertThat(window.newest()).isEqualTo(stuck + InsertWindow.SIZE - 1 + 1_000);
    }

    @Test
    void a_row_that_is_answered_after_it_was_overtaken_changes_nothing() {
        InsertWindow window = new InsertWindow(0);
        long stuck = window.claim();
        for (int row = 0; row < 2 * InsertWindow.SIZE; row++) {
            window.answer(window.claim());
        }
        long next = window.claim();
        window.answer(stuck);
        assertThat(window.newest()).isEqualTo(next - 1);
        window.answer(next);
        assertThat(window.newest()).isEqualTo(next);
        assertThat(window.overtaken()).isEqualTo(1);
    }

    @Test
    void many_sessions_lose_no_row() throws InterruptedException, ExecutionException {
        InsertWindow window = new InsertWindow(0);
        try (ExecutorService sessions = Executors.newFixedThreadPool(4)) {
            var futures = Stream.<Future<?>>generate(() -> sessions.submit(() -> {
                        for (int i = 0; i < 100_000; i++) {
                            window.answer(window.claim());
                        }
                    }))
                    .limit(4)
                    .toList();
            for (Future<?> future : futures) {
                future.get();
            }
        }
        assertThat(window.newest()).isEqualTo(399_999);
    }
}
