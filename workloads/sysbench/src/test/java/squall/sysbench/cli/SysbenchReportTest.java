package squall.sysbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import squall.measure.LiveSecond;
import squall.sysbench.OltpLoad.SessionTotals;
import squall.sysbench.cli.SysbenchReport.LatencyHistogram;
import squall.sysbench.cli.SysbenchRun.IntervalLines;

class SysbenchReportTest {
    @Test
    void the_text_is_sysbenchs_to_the_last_blank() throws IOException {
        List<String> theirs = recorded().stream()
                .dropWhile(line -> !line.startsWith("SQL statistics"))
                .toList();
        List<String> ours = new ArrayList<>(report(95).lines());
        ours.add("");

        assertThat(shape(ours)).isEqualTo(shape(theirs));
    }

    @Test
    void what_is_printed_can_be_read_back() {
        assertThat(PrintedFigures.of(report(95).lines()))
                .isEqualTo(Map.ofEntries(
                        Map.entry("read", "70000"),
                        Map.entry("write", "20001"),
                        Map.entry("other", "9999"),
                        Map.entry("total", "100000"),
                        Map.entry("transactions", "5000 2500.00"),
                        Map.entry("queries", "100000 50000.00"),
                        Map.entry("ignored errors", "3 1.50"),
                        Map.entry("reconnects", "1 0.50"),
                        Map.entry("total time", "2.0000"),
                        Map.entry("total number of events", "5000"),
                        Map.entry("min", "0.40"),
                        Map.entry("avg", "0.80"),
                        Map.entry("max", "1.20"),
                        Map.entry("95th percentile", "1.20"),
                        Map.entry("sum", "1.60"),
                        Map.entry("events (avg/stddev)", "2500.0000 500.00"),
                        Map.entry("execution time (avg/stddev)", "1.9500 0.05")));
    }

    @Test
    void no_percentile_is_said_to_be_disabled() {
        assertThat(report(0).lines()).contains("         percentile stats:               disabled");
    }

    @Test
    void a_run_without_an_event_is_all_zero() {
        var empty = new SysbenchReport(List.of(), 0, 1, new Histogram(3), 95).lines();
        assertThat(PrintedFigures.of(empty))
                .containsEntry("transactions", "0 0.00")
                .containsEntry("min", "0.00");
    }

    @Test
    void an_interval_is_told_as_sysbench_tells_it() throws IOException {
        String theirs = recorded().stream()
                .filter(line -> line.startsWith("[ 1s ]"))
                .findFirst()
                .orElseThrow();
        List<String> ours = new ArrayList<>();
        var lines = new IntervalLines(
                1, 95, () -> new IntervalLines.Progress(2, new SessionTotals(140, 40, 20, 0, 10, 0), 0), ours::add);
        lines.liveSecond(new LiveSecond(0, List.of(), 0, 0, 10));

        assertThat(ours.getFirst().replaceAll("[\\d.]+", "#")).isEqualTo(theirs.replaceAll("[\\d.]+", "#"));
        assertThat(ours)
                .containsExactly("[ 1s ] thds: 2 tps: 10.00 qps: 200.00 (r/w/o: 140.00/40.00/20.00) lat (ms,95%): 0.00"
                        + " err/s: 0.00 reconn/s: 0.00");
    }

    @Test
    void the_histogram_counts_every_event_once() {
        Histogram latency = new Histogram(3);
        latency.recordValueWithCount(100, 7);
        latency.recordValueWithCount(90_000, 2);
        assertThat(LatencyHistogram.lines(latency).stream().skip(2).map(line -> line.replaceAll(".* ", "")))
                .containsExactly("7", "2");
    }

    /** Compares the histogram with the values that sysbench 1.0.20 printed for `cpu`. */
    @Test
    void the_histogram_has_the_classes_of_sysbench() {
        Histogram latency = new Histogram(3);
        for (int us : new int[] {218, 222, 225, 227, 230, 243, 312}) {
            latency.recordValue(us);
        }
        assertThat(LatencyHistogram.lines(latency).stream()
                        .skip(2)
                        .map(line -> line.replaceAll("[|*]+", "").strip().replaceAll(" +", " ")))
                .containsExactly("0.218 1", "0.222 1", "0.226 2", "0.230 1", "0.243 1", "0.312 1");
    }

    private static SysbenchReport report(int percentile) {
        Histogram latency = new Histogram(3);
        latency.recordValue(400);
        latency.recordValue(1200);
        return new SysbenchReport(
                List.of(
                        new SessionTotals(40_000, 10_001, 4_000, 1, 3_000, 1_900_000_000L),
                        new SessionTotals(30_000, 10_000, 5_999, 2, 2_000, 2_000_000_000L)),
                1,
                2,
                latency,
                percentile);
    }

    /** Returns the alignment of figures: behind a label those of latencies end in the same column, others begin in the same. */
    private static List<String> shape(List<String> lines) {
        return lines.stream()
                .map(line -> line.matches(" +(min|avg|max|sum|95th percentile): .*")
                        ? line.replaceAll(":.*", ":") + line.length()
                        : line.replaceAll("\\d[\\d.]*( {2,}\\(| \\()", "# (").replaceAll("\\d[\\d.]*", "#"))
                .toList();
    }

    private static List<String> recorded() throws IOException {
        try (var text = SysbenchReportTest.class.getResourceAsStream("/sysbench-1.0.20.txt")) {
            return new String(Objects.requireNonNull(text).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }
}
