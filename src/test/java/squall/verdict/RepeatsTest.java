package squall.verdict;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import squall.measure.recovery.Recovery;
import squall.measure.recovery.Recovery.LongerThan;
import squall.measure.recovery.Recovery.Recovered;
import squall.verdict.AdversitySummary.Repeats;
import squall.verdict.AdversitySummary.TimeBack;

class RepeatsTest {
    @Test
    void the_median_of_an_odd_number_is_the_middle_one() {
        assertThat(of(after(9), after(3), after(5)).median().afterS()).hasValue(5);
    }

    @Test
    void the_median_of_an_even_number_lies_half_way_between() {
        assertThat(of(after(3), after(4)).median().afterS()).hasValue(3.5);
    }

    @Test
    void what_was_not_seen_to_end_is_the_longest_however_short_it_was_watched() {
        Repeats repeats = of(after(90), longerThan(60), after(30));
        assertThat(List.of(repeats.shortest(), repeats.median(), repeats.longest()))
                .extracting(TimeBack::text)
                .containsExactly("30 s", "90 s", "> 60 s");
    }

    @Test
    void a_median_that_was_not_seen_to_end_is_no_number() {
        assertThat(of(after(90), longerThan(60), longerThan(60)).median().text())
                .isEqualTo("> 60 s");
        assertThat(of(after(90), longerThan(60)).median().text()).isEqualTo("> 90 s");
    }

    @Test
    void five_repeats_cover_the_median_with_94_percent() {
        Repeats repeats = of(after(1), after(2), after(3), after(4), after(5));
        assertThat(repeats.coverage()).isEqualTo(0.9375);
        assertThat(repeats.text())
                .isEqualTo("back after healing: median 3 s, 1 s to 5 s, 5 times (the range holds the true median with"
                        + " 93.8 %)");
    }

    @Test
    void one_recovery_is_no_spread() {
        assertThat(Repeats.of(List.of(after(1)))).isEmpty();
    }

    private static Repeats of(Recovery... recoveries) {
        return Repeats.of(List.of(recoveries)).orElseThrow();
    }

    private static Recovery after(long seconds) {
        return new Recovered(ofSeconds(seconds), 0);
    }

    private static Recovery longerThan(long seconds) {
        return new LongerThan(ofSeconds(seconds));
    }
}
