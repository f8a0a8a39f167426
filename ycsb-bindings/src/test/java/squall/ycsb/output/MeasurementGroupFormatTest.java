package squall.ycsb.output;

import static org.assertj.core.api.Assertions.assertThat;
import static squall.ycsb.output.Runs.properties;
import static squall.ycsb.output.Runs.text;
import static squall.ycsb.output.Runs.us;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.Status;
import site.ycsb.measurements.OneMeasurement;
import site.ycsb.measurements.OneMeasurementHdrHistogram;
import site.ycsb.measurements.OneMeasurementHistogram;
import site.ycsb.measurements.exporter.TextMeasurementsExporter;
import squall.system.CommandException;
import squall.ycsb.output.MeasurementGroups.MeasurementGroup;

/** Upstream's own measurements of the same samples are the oracle. */
class MeasurementGroupFormatTest {
    @ParameterizedTest
    @ValueSource(strings = {"95,99", "1,2,3,11,12,13,21,22,23,50", "99.9,99.99", "0.5,100"})
    void hdr_lines_are_those_upstream_exports(String percentiles) throws Exception {
        int[] samples = samples(7, 5_000, 3_000_000);
        var upstream = new OneMeasurementHdrHistogram("READ", upstream("hdrhistogram.percentiles", percentiles));
        assertThat(ours(samples, "hdrhistogram.percentiles=" + percentiles)).isEqualTo(theirs(upstream, samples));
    }

    @Test
    void verbose_hdr_lines_are_those_upstream_exports() throws Exception {
        int[] samples = samples(8, 300, 40_000);
        var upstream = new OneMeasurementHdrHistogram("READ", upstream("measurement.histogram.verbose", "true"));
        assertThat(ours(samples, "measurement.histogram.verbose=true")).isEqualTo(theirs(upstream, samples));
    }

    @Test
    void bucket_lines_are_those_upstream_exports_where_a_histogram_of_three_digits_is_exact() throws Exception {
        int[] samples = samples(9, 2_000, 2_000);
        var upstream = new OneMeasurementHistogram("READ", upstream("histogram.buckets", "3"));
        List<String> theirs = theirs(upstream, samples);
        List<String> ours = ours(samples, "measurementtype=histogram", "histogram.buckets=3");
        assertThat(names(ours)).isEqualTo(names(theirs));
        assertThat(without("LatencyVariance", ours)).isEqualTo(without("LatencyVariance", theirs));
        assertThat(value("LatencyVariance", ours))
                .isCloseTo(value("LatencyVariance", theirs), org.assertj.core.data.Percentage.withPercentage(1e-6));
    }

    @Test
    void a_percentile_beyond_the_last_bucket_is_missing_and_the_overflow_counts_it() throws Exception {
        List<String> ours = ours(
                new int[] {500, 1500, 9000},
                "measurementtype=histogram",
                "histogram.buckets=2",
                "measurement.histogram.verbose=true");
        assertThat(ours)
                .endsWith("[READ], Return=OK, 3", "[READ], 0, 1", "[READ], 1, 1", "[READ], >2, 1")
                .noneMatch(line -> line.contains("Percentile"));
    }

    @Test
    void combined_types_have_two_groups_of_which_the_first_counts_statuses() throws Exception {
        assertThat(ours(new int[] {500}, "measurementtype=hdrhistogram+histogram"))
                .contains(
                        "[HdrREAD], Operations, 1",
                        "[HdrREAD], Return=OK, 1",
                        "[BucketREAD], Operations, 1",
                        "[BucketREAD], LatencyVariance(us), 0.0")
                .doesNotContain("[BucketREAD], Return=OK, 1");
    }

    @Test
    void raw_lines_sum_up_what_the_file_holds() throws Exception {
        assertThat(ours(new int[] {10, 20, 30, 40}, "measurementtype=raw", "measurement.raw.output_file=x"))
                .containsExactly(
                        "[READ], Total Operations, 4",
                        "[READ], Below is a summary of latency in microseconds:, -1",
                        "[READ], Average, 25.0",
                        "[READ], Min, 10",
                        "[READ], Max, 40",
                        "[READ], p1, 10",
                        "[READ], p5, 10",
                        "[READ], p50, 20",
                        "[READ], p90, 40",
                        "[READ], p95, 40",
                        "[READ], p99, 40",
                        "[READ], p99.9, 40",
                        "[READ], p99.99, 40",
                        "[READ], Return=OK, 4");
        assertThat(ours(
                        new int[] {10},
                        "measurementtype=raw",
                        "measurement.raw.output_file=x",
                        "measurement.raw.no_summary=true"))
                .containsExactly("[READ], Total Operations, 1", "[READ], Return=OK, 1");
    }

    private static int[] samples(long seed, int number, int boundUs) {
        return new SplittableRandom(seed).ints(number, 1, boundUs).toArray();
    }

    private static List<String> ours(int[] samples, String... properties) throws CommandException {
        Histogram histogram = us();
        for (int sample : samples) {
            histogram.recordValue(sample);
        }
        var returns = new TreeMap<>(Map.of("OK", (long) samples.length));
        var style = new MeasurementGroupFormat(OutputSettings.of(properties(properties)));
        return text(style.lines(new MeasurementGroup("READ", histogram, returns, List.of())));
    }

    private static List<String> theirs(OneMeasurement measurement, int[] samples) throws IOException {
        for (int sample : samples) {
            measurement.measure(sample);
            measurement.reportStatus(Status.OK);
        }
        var bytes = new ByteArrayOutputStream();
        try (var exporter = new TextMeasurementsExporter(bytes)) {
            measurement.exportMeasurements(exporter);
        }
        return new ArrayList<>(bytes.toString(StandardCharsets.UTF_8).lines().toList());
    }

    private static Properties upstream(String key, String value) {
        Properties properties = new Properties();
        properties.setProperty(key, value);
        return properties;
    }

    private static List<String> names(List<String> lines) {
        return lines.stream().map(line -> column(line, 1)).toList();
    }

    private static List<String> without(String name, List<String> lines) {
        return lines.stream().filter(line -> !line.contains(name)).toList();
    }

    private static double value(String name, List<String> lines) {
        return lines.stream()
                .filter(line -> line.contains(name))
                .mapToDouble(line -> Double.parseDouble(column(line, 2)))
                .sum();
    }

    private static String column(String line, int column) {
        return List.of(line.split(", ", -1)).get(column);
    }
}
