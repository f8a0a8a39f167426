package squall.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.report.chart.LatencyChart.LogScale;
import squall.report.chart.LatencyDigest.HeatMap;
import squall.results.recorded.RecordedInterval;
import squall.results.recorded.RecordedSecond;

class ChartDataTest {
    @Test
    void parts_of_operations_are_in_no_total() {
        ThroughputChart series = ThroughputChart.of(List.of(second(0, "RMW", 3), second(0, "READ", 5)), Set.of("READ"));
        assertThat(series.total().completed().values()).containsExactly(3);
        assertThat(series.lines())
                .extracting(ThroughputChart.OperationLine::part)
                .containsExactly(false, true);
    }

    @Test
    void a_second_that_a_crash_tore_is_not_counted() {
        ThroughputChart series =
                ThroughputChart.of(List.of(second(0, "A", 1), second(0, "B", 2), second(1, "A", 3)), Set.of());
        assertThat(series.seconds()).isEqualTo(1);
        assertThat(series.total().completed().values()).containsExactly(3);
    }

    @Test
    void a_last_second_that_the_end_cut_short_is_no_collapse() {
        ThroughputChart series =
                ThroughputChart.of(List.of(second(0, "A", 1000), second(1, "A", 900), second(2, "A", 600)), Set.of());
        assertThat(series.okPerSecond(series.total(), 2.6).values()).containsExactly(1000, 900, 1000);
        assertThat(series.okPerSecond(series.total(), 2.1).values()).containsExactly(1000, 900, ChartTrack.NONE);
        assertThat(series.okPerSecond(series.total(), 3).values()).containsExactly(1000, 900, 600);
        assertThat(series.endSeconds(2.1)).isEqualTo(2.1);
    }

    @Test
    void the_only_second_of_a_short_run_is_scaled() {
        ThroughputChart series = ThroughputChart.of(List.of(second(0, "A", 50)), Set.of());
        assertThat(series.okPerSecond(series.total(), 0.1).values()).containsExactly(500);
    }

    @Test
    void a_run_without_a_recorded_length_ends_with_its_last_second() {
        ThroughputChart series = ThroughputChart.of(List.of(second(0, "A", 50), second(1, "A", 40)), Set.of());
        assertThat(series.endSeconds(0)).isEqualTo(2);
        assertThat(series.okPerSecond(series.total(), 0).values()).containsExactly(50, 40);
    }

    @Test
    void percentiles_of_all_operations_come_from_merged_histograms() {
        LatencyDigest digest = digest(2);
        digest.interval(interval("A", 0, 1, 1_000, 1_000, 1_000));
        digest.interval(interval("B", 0, 1, 9_000));
        LatencyChart latencies = digest.latencies();
        assertThat(micros(latencies.percentile(50.0).at(0))).isCloseTo(1_000, within(1.0));
        assertThat(micros(latencies.percentile(100.0).at(0))).isCloseTo(9_000, within(9.0));
    }

    @Test
    void a_time_without_acknowledgements_is_a_gap_and_no_line_across_it() {
        LatencyDigest digest = digest(10);
        digest.interval(interval("A", 0, 1, 1_000));
        digest.interval(interval("A", 7, 1, 2_000));
        LatencyChart latencies = digest.latencies();
        assertThat(latencies.from().values()).containsExactly(0, 1, 7, 8);
        assertThat(latencies.percentile(50.0).at(1)).isEqualTo(ChartTrack.NONE);
    }

    /** Covers an old error: the last second before an outage until the end was drawn as long as the outage, in its middle. */
    @Test
    void the_last_second_before_an_outage_that_lasts_until_the_end_is_one_second_long() {
        LatencyDigest digest = digest(45);
        digest.interval(interval("A", 11, 1, 1_000));
        digest.interval(interval("A", 12, 1, 2_000));
        LatencyChart latencies = digest.latencies();
        assertThat(latencies.from().values()).containsExactly(11, 12, 13);
        assertThat(latencies.percentile(99.0).at(2)).isEqualTo(ChartTrack.NONE);
    }

    @Test
    void an_operation_without_values_has_no_number() {
        LatencyDigest digest = digest(1);
        digest.interval(interval("A", 0, 1, 1_000));
        assertThat(digest.latencies().lines().getLast().percentiles())
                .allSatisfy(track -> assertThat(track.values()).containsExactly(ChartTrack.NONE));
    }

    @Test
    void a_heat_map_counts_by_tenths_of_a_decade() {
        LatencyDigest digest = digest(3);
        digest.interval(interval("A", 0, 1, 1_000, 1_100, 2_000));
        digest.interval(interval("B", 2, 1, 1_000));
        HeatMap heat = digest.heat();
        assertThat(heat.lowest()).isEqualTo(30);
        assertThat(heat.rows()).isEqualTo(4);
        assertThat(heat.counts().values()).containsExactly(2, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0);
    }

    /** Covers runs of 30 to 40 minutes: ten seconds were drawn in a column of two, and the four columns after it were empty. */
    @Test
    void a_column_of_a_heat_map_is_never_narrower_than_the_intervals_of_a_long_run() {
        LatencyDigest digest = digest(1850);
        digest.interval(interval("A", 1790, 1, 1_000));
        digest.interval(interval("A", 1800, 10, 1_000, 1_000));
        digest.interval(interval("A", 1810, 10, 1_000));
        HeatMap heat = digest.heat();
        assertThat(heat.columnSeconds()).isEqualTo(10);
        assertThat(heat.counts().values().skip(179)).containsExactly(1, 2, 1);
        assertThat(digest(1800).heat().columnSeconds()).isEqualTo(2);
    }

    /** Covers imported runs: all operations of ten seconds were drawn in the first of them, and the other nine were empty. */
    @Test
    void a_column_of_a_heat_map_is_as_wide_as_the_longest_interval() {
        LatencyDigest digest = digest(40);
        digest.interval(interval("A", 0, 1, 1_000));
        digest.interval(interval("A", 9, 1, 1_000));
        digest.interval(interval("A", 10, 10, 1_000, 1_000));
        digest.interval(interval("A", 20, 10, 1_000, 1_000, 1_000));
        HeatMap heat = digest.heat();
        assertThat(heat.columnSeconds()).isEqualTo(10);
        assertThat(heat.counts().values()).containsExactly(2, 2, 3);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 1234, 98_765, 3_600_000, 1_000_000_000})
    void a_logarithm_keeps_three_digits(int micros) {
        assertThat(LogScale.micros(LogScale.of(micros))).isCloseTo(micros, within(micros * 0.0005));
    }

    @Test
    void neighbours_can_share_a_number() {
        ChartTrack track = ChartTrack.of(IntStream.of(1, 2, 6, 4, 9));
        assertThat(track.averaged(2).values()).containsExactly(2, 5, 9);
        assertThat(track.highest(2).values()).containsExactly(2, 6, 9);
    }

    private static double micros(int log) {
        return LogScale.micros(log);
    }

    private static LatencyDigest digest(int seconds) {
        return new LatencyDigest(ThroughputChart.of(
                IntStream.range(0, seconds)
                        .boxed()
                        .flatMap(n -> List.of(second(n, "A", 1), second(n, "B", 1)).stream())
                        .toList(),
                Set.of()));
    }

    private static RecordedSecond second(int second, String operation, long ok) {
        OptionalDouble none = OptionalDouble.empty();
        return new RecordedSecond(
                second, "steady", operation, ok, 0, 0, 0, ok, ok, none, none, none, 1, 0, 0, none, none);
    }

    private static RecordedInterval interval(String operation, long from, long seconds, long... micros) {
        Histogram values = new Histogram(3);
        values.setAutoResize(true);
        for (long value : micros) {
            values.recordValue(value);
        }
        return new RecordedInterval(operation, from, seconds, values);
    }
}
