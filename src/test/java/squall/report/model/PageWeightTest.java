package squall.report.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
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
import squall.cli.CommandException;
import squall.measure.Window;
import squall.measure.server.Readings;
import squall.report.chart.LatencyDigest;
import squall.report.chart.Series;
import squall.report.compare.Comparison;
import squall.report.compare.ComparisonReport;
import squall.report.compare.Conditions;
import squall.report.compare.Entrant;
import squall.report.compare.Kind;
import squall.report.compare.Metric;
import squall.report.compare.Reading;
import squall.report.compare.Terms;
import squall.report.html.Page;
import squall.results.RecordedInterval;
import squall.results.RecordedRun;
import squall.results.RecordedSecond;
import squall.results.RunState;

/** How heavy the page of a long run is, with noise on every line. */
class PageWeightTest {
    private static final List<String> OPERATIONS =
            List.of("NewOrder", "Payment", "OrderStatus", "Delivery", "StockLevel", "Other");
    private static final int FINE_SECONDS = 1800;

    @ParameterizedTest
    @CsvSource({"3600, 300000", "36000, 1000000", "86400, 1000000"})
    void a_page_is_no_heavier_than(int seconds, int bytes) {
        assertThat(Page.of(report(seconds))).hasSizeLessThan(bytes);
    }

    /** Five runs of ten hours with five. */
    @Test
    void a_comparison_is_no_heavier_than_a_run() throws CommandException {
        Comparison comparison = Comparison.of(side("a"), side("b"), Terms.USUAL);
        List<Evidence> drawn = IntStream.range(0, 5)
                .mapToObj(n -> report(36_000, List.of("READ"), n).evidence())
                .toList();
        assertThat(Page.of(new ComparisonReport(comparison, drawn, drawn))).hasSizeLessThan(1_000_000);
    }

    private static List<Entrant> side(String name) {
        Metric metric = new Metric("measured.goodput_per_s", "ok/s", Kind.THROUGHPUT, true);
        return IntStream.range(0, 5)
                .mapToObj(n -> new Entrant(
                        new RecordedRun(
                                Path.of(name),
                                RunState.COMPLETE,
                                JsonNodeFactory.instance.objectNode().put("run_id", name + n),
                                Optional.empty()),
                        new Conditions(new TreeMap<>()),
                        Map.of(metric.key(), new Reading(metric, n, false))))
                .toList();
    }

    private static Report report(int seconds) {
        return report(seconds, OPERATIONS, 7);
    }

    private static Report report(int seconds, List<String> operations, int seed) {
        Random random = new Random(seed);
        Series series = Series.of(
                IntStream.range(0, seconds)
                        .boxed()
                        .flatMap(second -> operations.stream().map(operation -> second(second, operation, random)))
                        .toList(),
                Set.of());
        List<Window> windows = List.of(new Window("steady", Window.Kind.STEADY, 0, seconds));
        WindowLatencies latencies = WindowLatencies.of(series, windows, Optional.empty());
        LatencyDigest digest = new LatencyDigest(series);
        for (int from = 0; from < seconds; from += from < FINE_SECONDS ? 1 : 10) {
            for (String operation : operations) {
                RecordedInterval interval = interval(operation, from, random);
                digest.interval(interval);
                latencies.interval(interval);
            }
        }
        RecordedRun run = new RecordedRun(
                Path.of("run"), RunState.COMPLETE, JsonNodeFactory.instance.objectNode(), Optional.empty());
        return Reports.of(new Evidence(
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
                new Readings()));
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
