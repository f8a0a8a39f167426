package squall.measure.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import squall.measure.recovery.FigureSpread.FigureValue;

class FigureSpreadTest {
    @Test
    void the_lowest_and_the_highest_of_five_hold_the_true_median_with_93_8_percent() {
        FigureSpread spread = of(3, 1, 2, 9, 4);
        assertThat(spread.median()).isEqualTo(FigureValue.exactly(3));
        assertThat(spread.interval())
                .isEqualTo(new FigureSpread.Interval(
                        FigureValue.exactly(1), FigureValue.exactly(9), 0.9375, "lowest to highest"));
    }

    @Test
    void a_single_run_has_no_confidence() {
        assertThat(of(7).interval().confidence()).isZero();
    }

    @Test
    void what_was_not_seen_to_end_is_above_everything_and_no_number() {
        FigureSpread spread = new FigureSpread(List.of(longerThan(5), FigureValue.exactly(8), FigureValue.exactly(2)));
        assertThat(spread.median()).isEqualTo(FigureValue.exactly(8));
        assertThat(spread.interval().high()).isEqualTo(longerThan(5));
    }

    @Test
    void the_middle_of_a_seen_and_an_unseen_end_is_at_least_the_seen_one() {
        assertThat(new FigureSpread(List.of(FigureValue.exactly(4), longerThan(20))).median())
                .isEqualTo(longerThan(4));
    }

    @Test
    void of_nine_and_more_the_interval_is_bootstrapped_the_same_each_time_and_narrower_than_the_range() {
        FigureSpread spread = new FigureSpread(
                IntStream.rangeClosed(1, 21).mapToObj(FigureValue::exactly).toList());
        FigureSpread.Interval interval = spread.interval();
        assertThat(interval).isEqualTo(spread.interval());
        assertThat(interval.method()).isEqualTo("bootstrap");
        assertThat(interval.confidence()).isEqualTo(0.95);
        assertThat(interval.low().value()).isBetween(4.0, 9.0);
        assertThat(interval.high().value()).isBetween(13.0, 18.0);
    }

    @Test
    void spreads_are_apart_only_if_their_intervals_have_nothing_in_common() {
        assertThat(of(1, 2, 3).apart(of(4, 5, 6))).isTrue();
        assertThat(of(4, 5, 6).apart(of(1, 2, 3))).isTrue();
        assertThat(of(1, 2, 3).apart(of(3, 4))).isFalse();
    }

    @Test
    void no_reading_is_no_number() {
        assertThatIllegalArgumentException().isThrownBy(() -> FigureValue.exactly(Double.NaN));
    }

    private static FigureValue longerThan(int seconds) {
        return new FigureValue(seconds, true);
    }

    private static FigureSpread of(double... values) {
        return new FigureSpread(
                Arrays.stream(values).mapToObj(FigureValue::exactly).toList());
    }
}
