package squall.report.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import squall.measure.SuccessGap;
import squall.measure.Window;
import squall.measure.server.Readings;
import squall.report.chart.HeatMap;
import squall.report.chart.Latencies;
import squall.report.chart.LatencyDigest;
import squall.report.chart.Series;
import squall.results.Figure;
import squall.results.FiguresFile;
import squall.results.RecordedError;
import squall.results.RecordedEvent;
import squall.results.RecordedRun;
import squall.results.SuccessGapJson;

/**
 * Everything that a report is made from, read from a run directory; also from one whose run goes on or was killed.
 *
 * @param windows those of {@code phases.json}, an open one ended where the records end
 * @param windowLatencies what each window measured, whole
 * @param messages the first of each error
 * @param readings what instruments read of the database
 */
public record Evidence(
        RecordedRun run,
        List<Window> windows,
        Series series,
        Latencies latencies,
        HeatMap heat,
        WindowLatencies windowLatencies,
        List<RecordedError> errors,
        Map<RecordedError.Cause, String> messages,
        List<RecordedEvent> events,
        List<Figure> figures,
        Readings readings) {

    /** @throws IOException if a file is damaged; the message names it */
    public static Evidence read(RecordedRun run) throws IOException {
        Series series = Series.of(run.seconds(), parts(run));
        List<Window> windows = ended(run.windows(), series.seconds());
        LatencyDigest digest = new LatencyDigest(series);
        WindowLatencies windowLatencies = WindowLatencies.of(series, windows, run.histograms());
        run.latency(interval -> {
            digest.interval(interval);
            windowLatencies.interval(interval);
        });
        return new Evidence(
                run,
                windows,
                series,
                digest.latencies(),
                digest.heat(),
                windowLatencies,
                run.errors(),
                run.messages(),
                run.events(),
                FiguresFile.read(run.path()),
                run.readings());
    }

    public JsonNode manifest() {
        return run.manifest();
    }

    public Optional<JsonNode> summary() {
        return run.summary();
    }

    /** How long the run lasted; of one without an end, as far as there are records. */
    public double elapsedSeconds() {
        return summary()
                .map(summary -> summary.path("elapsed_ns").asLong() / 1e9)
                .orElse((double) series.seconds());
    }

    /** The longest stretch in which operations were due and none was acknowledged; empty if none is worth telling. */
    public Optional<SuccessGap> longestGap() {
        return summary().isPresent() ? summary().flatMap(SuccessGapJson::read) : series.longestGap();
    }

    /** Those that figures are quoted from: all but warm-up, or everything if nothing else is there. */
    public List<WindowFigures> measured() {
        List<WindowFigures> all = all();
        List<WindowFigures> measured = all.stream()
                .filter(figures -> figures.window().kind() != Window.Kind.WARMUP)
                .toList();
        return measured.isEmpty() ? all : measured;
    }

    /** Figures of each window, in the order of the windows. */
    public List<WindowFigures> all() {
        return IntStream.range(0, windows.size())
                .mapToObj(number -> new WindowFigures(this, number))
                .toList();
    }

    /** The window that others are compared with, if the run has one. */
    public Optional<WindowFigures> baseline() {
        return all().stream()
                .filter(figures -> figures.window().kind() == Window.Kind.BASELINE)
                .findFirst();
    }

    private static Set<String> parts(RecordedRun run) {
        Set<String> parts = new HashSet<>();
        run.summary()
                .ifPresent(summary -> summary.path("total").path("operations").forEach(operation -> {
                    if (operation.path("part").asBoolean()) {
                        parts.add(operation.path("operation").asText());
                    }
                }));
        return parts;
    }

    private static List<Window> ended(List<Window> windows, int seconds) {
        return windows.stream()
                .map(window -> window.toSecond() == Long.MAX_VALUE
                        ? window.until(Math.max(window.fromSecond(), seconds))
                        : window)
                .toList();
    }
}
