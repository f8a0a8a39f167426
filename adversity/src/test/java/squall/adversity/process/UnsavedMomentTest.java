package squall.adversity.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.spi.Options;

class UnsavedMomentTest {
    private static final UnsavedMoment TENTH = new UnsavedMoment(Duration.ofMillis(100));

    /** Covers one node that writes at each full second: the moment is in the middle of a second, and never just before or after a write. */
    @ParameterizedTest
    @CsvSource({"1001, false", "1099, false", "1150, true", "1500, true", "1880, true", "1950, false", "1999, false"})
    void it_is_between_two_writes_of_a_node_that_writes_once_a_second(long nowMs, boolean reached) {
        assertThat(TENTH.reached(nowMs * 1_000_000, writes(0, 1000))).isEqualTo(reached);
    }

    @Test
    void three_nodes_that_each_write_once_a_second_leave_such_a_moment() {
        List<Long> writes = writes(100, 433, 766, 1100, 1433, 1766);
        assertThat(LongStream.rangeClosed(1100, 2000)
                        .filter(now -> TENTH.reached(
                                now * 1_000_000,
                                writes.stream()
                                        .filter(at -> at <= now * 1_000_000)
                                        .toList())))
                .isNotEmpty();
    }

    @Test
    void who_writes_at_each_commit_leaves_none() {
        List<Long> writes = LongStream.rangeClosed(0, 300)
                .map(each -> each * 10_000_000)
                .boxed()
                .toList();
        assertThat(LongStream.rangeClosed(0, 3000).anyMatch(now -> TENTH.reached(now * 1_000_000, writes)))
                .isFalse();
    }

    @Test
    void a_wait_that_no_second_would_have_is_refused() {
        assertThatThrownBy(() -> UnsavedMoment.of("kill", new Options("fault", Map.of("unsaved", "2s"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("kill: option 'unsaved' must be at most 500 ms, not 2000 ms");
    }

    private static List<Long> writes(long... ms) {
        return LongStream.of(ms).map(at -> at * 1_000_000).boxed().toList();
    }
}
