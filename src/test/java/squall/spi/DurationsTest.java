package squall.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    @ParameterizedTest
    @ValueSource(strings = {"0s", "1ms", "1500ms", "1s", "90s", "1m", "90m", "1h", "48h"})
    void what_is_written_is_what_was_read(String text) {
        assertThat(Durations.text(Durations.parse(text).orElseThrow())).isEqualTo(text);
    }

    /** Covers an old error: such a hold overflowed in the middle of a run. */
    @Test
    void what_is_longer_than_24_days_is_none() {
        assertThat(Durations.parse("576h")).contains(Duration.ofDays(24));
        assertThat(Durations.parse("577h")).isEmpty();
        assertThat(Durations.parse("999999999s")).isEmpty();
    }

    @Test
    void the_largest_unit_that_divides_it_is_taken() {
        assertThat(Durations.text(Duration.ofHours(2))).isEqualTo("2h");
        assertThat(Durations.text(Duration.ofMinutes(1))).isEqualTo("1m");
    }

    @Test
    void what_no_unit_divides_is_refused() {
        assertThatThrownBy(() -> Durations.text(Duration.ofNanos(1_500_000)))
                .hasMessage("a duration must be of whole milliseconds, 0 or more: PT0.0015S");
        assertThatThrownBy(() -> Durations.text(Duration.ofSeconds(-1))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_timer_in_whole_seconds_never_goes_off_early() {
        assertThat(Durations.wholeSeconds(Duration.ofMillis(1))).isEqualTo(1);
        assertThat(Durations.wholeSeconds(Duration.ofSeconds(7))).isEqualTo(7);
        assertThat(Durations.wholeSeconds(Duration.ofMillis(7001))).isEqualTo(8);
    }
}
