package squall.report.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.measure.Window;
import squall.measure.server.ServerReadings;
import squall.report.chart.LatencyDigest;
import squall.report.chart.ThroughputChart;
import squall.report.compare.ComparedMetric;
import squall.report.compare.ComparedMetric.MetricReading;
import squall.report.compare.ComparedRun;
import squall.report.compare.Comparison;
import squall.report.compare.ComparisonReport;
import squall.report.compare.ComparisonSettings;
import squall.report.compare.RunConditions;
import squall.report.html.ReportPage;
import squall.results.Manifest;
import squall.results.file.CanonicalJson;
import squall.results.file.RunState;
import squall.results.recorded.RecordedInterval;
import squall.results.recorded.RecordedRun;
import squall.results.recorded.RecordedSecond;
import squall.system.CommandException;

/** Test of the size of a long run's page, with noise on every line. */
class PageWeightTest {
    private static final List<String> OPERATIONS =
            List.of("NewOrder", "Payment", "OrderStatus", "Delivery", "StockLevel", "Other");
    private static final int FINE_SECONDS = 1800;

    @ParameterizedTest
    @CsvSource({"3600, 300000", "36000, 1000000", "86400, 1000000"})
    void a_page_is_no_heavier_than(int seconds, int bytes) {
        assertThat(ReportPage.of(report(seconds))).hasSizeLessThan(bytes);
    }

    /** Compares five runs of ten hours with five. */
    @Test
    void a_comparison_is_no_heavier_than_a_run() throws CommandException {
        Comparison comparison = Comparison.of(side("a"), side("b"), ComparisonSettings.USUAL);
        List<ReportData> drawn = IntStream.range(0, 5)
                .mapToObj(n -> report(36_000, List.of("READ"), n).evidence())
                .toList();
        assertThat(ReportPage.of(new ComparisonReport(comparison, drawn, drawn)))
                .hasSizeLessThan(1_000_000);
    }

    private static List<ComparedRun> side(String name) {
        ComparedMetric metric =
                new ComparedMetric("measured.goodput_per_s", "ok/s", ComparedMetric.MetricKind.THROUGHPUT, true);
        return IntStream.range(0, 5)
                .mapToObj(n -> new ComparedRun(
                        new RecordedRun(Path.of(name), RunState.COMPLETE, manifest(name + n), Optional.empty()),
                        new RunConditions(new TreeMap<>()),
                        Map.of(metric.key(), new MetricReading(metric, n, false))))
                .toList();
    }

    private static Manifest manifest(String id) {
        ObjectNode manifest =
                JsonNodeFactory.instance.objectNode().put("run_id", id).put("state", "complete");
        manifest.putObject("squall");
        manifest.putObject("db");
        return CanonicalJson.as(Manifest.class, manifest);
    }

    private static RunReport report(int seconds) {
        return report(seconds, OPERATIONS, 7);
    }

    private static RunReport report(int seconds, List<String> operations, int seed) {
        Random random = new Random(seed);
        ThroughputChart series = ThroughputChart.of(
                IntStream.range(0, seconds)
                        .boxed()
                        .flatMap(second -> operations.stream().map(operation -> second(second, operation, random)))
                        .toList(),
                Set.of());
        List<Window> windows = List.of(new Window("steady", Window.Kind.STEADY, 0, seconds));
        ReportData.WindowLatencies latencies = new ReportData.WindowLatencies(series, windows, Optional.empty());
        LatencyDigest digest = new LatencyDigest(series);
        for (int from = 0; from < seconds; from += from < FINE_SECONDS ? 1 : 10) {
            for (String operation : operations) {
                RecordedInterval interval = interval(operation, from, random);
                digest.interval(interval);
                latencies.interval(interval);
            }
        }
        RecordedRun run = new RecordedRun(Path.of("run"), RunState.COMPLETE, manifest("run"), Optional.empty());
        return RunReportBuilder.of(new ReportData(
                run,
                windows,
                series,
                digest.latencies(),
                digest.heat(),
                latencies,
                List.of(),
                Map.of(),
                List.of(),
                List.of(),
                new ServerReadings(),
                List.of(),
                Optional.empty()));
    }

    private static RecordedSecond second(int second, String operation, Random random) {
        long ok = Math.round(1000 + 40 * random.nextGaussian());
        OptionalDouble none = OptionalDouble.empty();
        return new RecordedSecond(
                second,
                "steady",
                operation,
                ok,
                0,
                0,
                0,
                ok,
                ok,
                none,
                none,
                none,
                random.nextInt(30, 40),
                random.nextInt(3),
                0,
                none,
                none);
    }

    private static RecordedInterval interval(String operation, int from, Random random) {
        boolean fine = from < FINE_SECONDS;
        Histogram values = new Histogram(3);
        values.setAutoResize(true);
        for (int n = 0; n < (fine ? 100 : 300); n++) {
            values.recordValue(Math.round(5000 * Math.exp(0.7 * random.nextGaussian())));
        }
        return new RecordedInterval(operation, from, fine ? 1 : 10, values);
    }
}
