package squall.measure.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static squall.measure.recovery.Seconds.okPerSecond;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class BaselineTest {
    @Test
    void a_baseline_whose_halves_agree_is_steady() {
        assertThat(Baseline.of(okPerSecond(100, 98, 97, 99), 1).steady(0.05)).isTrue();
    }

    @Test
    void a_baseline_that_still_rises_is_not_steady() {
        Baseline rising = Baseline.of(okPerSecond(80, 80, 90, 90), 1);
        assertThat(rising.steady(0.05)).isFalse();
        assertThat(rising.steady(0.12)).isTrue();
        assertThat(rising.driftShare()).isEqualTo(10 / 85.0);
    }

    @Test
    void a_baseline_without_acknowledgements_is_not_steady() {
        assertThat(Baseline.of(okPerSecond(0, 0, 0, 0), 1).steady(1)).isFalse();
    }

    @Test
    void its_goodput_is_that_of_the_middle_second() {
        assertThat(Baseline.of(okPerSecond(100, 20, 99, 101, 100), 1).goodputPerSecond())
                .isEqualTo(100);
    }

    @Test
    void percentiles_come_from_merged_latencies_of_whole_operations() {
        Seconds seconds = new Seconds().calm(9).ok(100, 500);
        Baseline baseline = Baseline.of(seconds.series(), 1);
        assertThat(List.of(equivalent(baseline.p99Micros(), 500_000), equivalent(baseline.p999Micros(), 500_000)))
                .containsOnly(true);
        Histogram merged = seconds.series().latency();
        assertThat(merged.getTotalCount()).isEqualTo(1000);
        assertThat(merged.getValueAtPercentile(90)).isBetween(10_000L, 10_010L);
    }

    @Test
    void the_same_seconds_from_two_clients_have_the_percentiles_of_one() {
        Histogram one = new Histogram(3);
        Histogram other = new Histogram(3);
        Histogram both = new Histogram(3);
        for (int i = 1; i <= 1000; i++) {
            (i % 3 == 0 ? one : other).recordValue(i * 17L);
            both.recordValue(i * 17L);
        }
        Histogram merged = RecoverySecond.SecondLatencies.merged(
                List.of(new RecoverySecond.SecondLatencies(one), new RecoverySecond.SecondLatencies(other)));
        assertThat(merged.getValueAtPercentile(99)).isEqualTo(both.getValueAtPercentile(99));
        assertThat(merged.getTotalCount()).isEqualTo(both.getTotalCount());
    }

    @Test
    void a_series_with_a_gap_is_refused() {
        SecondSeries series = okPerSecond(1, 2, 3);
        assertThatThrownBy(() -> new SecondSeries(List.of(series.get(0), series.get(2))))
                .hasMessage("seconds must follow each other without gaps: 0, 2");
    }

    @Test
    void a_part_of_a_series_ends_where_the_series_does() {
        SecondSeries part = okPerSecond(1, 2, 3).between(1, 99);
        assertThat(List.of(part.from(), part.to())).containsExactly(1L, 3L);
        assertThat(part.between(5, 9).seconds()).isZero();
    }

    private static boolean equivalent(long found, long wanted) {
        return new Histogram(3).valuesAreEquivalent(found, wanted);
    }
}
