package squall.measure.recovery;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import squall.measure.recovery.Recovery.LongerThan;
import squall.measure.recovery.Recovery.Recovered;

class RepeatedRecoveriesTest {
    @Test
    void the_median_of_an_odd_number_is_the_middle_one() {
        assertThat(RepeatedRecoveries.of(List.of(after(9), after(3), after(5))).median())
                .isEqualTo(after(5));
    }

    @Test
    void the_median_of_an_even_number_lies_half_way_between() {
        assertThat(RepeatedRecoveries.of(List.of(after(3), after(4))).median())
                .isEqualTo(new Recovered(ofMillis(3_500), 0));
    }

    @Test
    void what_was_not_seen_to_end_is_the_longest_however_short_it_was_watched() {
        RepeatedRecoveries repeats = RepeatedRecoveries.of(List.of(after(90), longerThan(60), after(30)));
        assertThat(List.of(repeats.shortest(), repeats.median(), repeats.longest()))
                .containsExactly(after(30), after(90), longerThan(60));
    }

    @Test
    void a_median_that_was_not_seen_to_end_is_no_number() {
        assertThat(RepeatedRecoveries.of(List.of(after(90), longerThan(60), longerThan(60)))
                        .median())
                .isEqualTo(longerThan(60));
        assertThat(RepeatedRecoveries.of(List.of(after(90), longerThan(60))).median())
                .isEqualTo(longerThan(90));
    }

    @Test
    void five_repeats_cover_the_median_with_94_percent() {
        assertThat(RepeatedRecoveries.of(List.of(after(1), after(2), after(3), after(4), after(5)))
                        .coverage())
                .isEqualTo(0.9375);
        assertThatThrownBy(() -> new RepeatedRecoveries(List.of())).hasMessage("there must be at least one recovery");
    }

    private static Recovery after(long seconds) {
        return new Recovered(ofSeconds(seconds), 0);
    }

    private static Recovery longerThan(long seconds) {
        return new LongerThan(ofSeconds(seconds));
    }
}
