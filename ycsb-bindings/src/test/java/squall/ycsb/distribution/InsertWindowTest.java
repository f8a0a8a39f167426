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
