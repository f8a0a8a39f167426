package squall.report.model;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import squall.measure.SuccessGaps.SuccessGap;
import squall.measure.Window;
import squall.measure.server.ServerReadings;
import squall.report.chart.LatencyChart;
import squall.report.chart.LatencyDigest;
import squall.report.chart.LatencyDigest.HeatMap;
import squall.report.chart.ThroughputChart;
import squall.results.Manifest;
import squall.results.PostMortemRecord;
import squall.results.RecordedEvent;
import squall.results.RunSummary;
import squall.results.file.FiguresFile.WorkloadFigure;
import squall.results.file.RunState;
import squall.results.file.WindowHistograms;
import squall.results.history.IsolationRecord;
import squall.results.recorded.RecordedError;
import squall.results.recorded.RecordedInterval;
import squall.results.recorded.RecordedRun;

/**
 * Data that a report is made from, read from a run directory; also from one whose run goes on or was killed.
 *
 * @param windows those of {@code phases.json}, an open one ended where the records end
 * @param windowLatencies histograms of each window, whole
 * @param messages the first of each error
 * @param readings what instruments read of the database
 * @param isolation observations of its transactions; empty if none were judged
 * @param postMortem check of its data after its process was gone; empty if there was none
 */
public record ReportData(
        RecordedRun run,
        List<Window> windows,
        ThroughputChart series,
        LatencyChart latencies,
        HeatMap heat,
        WindowLatencies windowLatencies,
        List<RecordedError> errors,
        Map<RecordedError.Cause, String> messages,
        List<RecordedEvent> events,
        List<WorkloadFigure> figures,
        ServerReadings readings,
        List<IsolationRecord> isolation,
        Optional<PostMortemRecord> postMortem) {

    /** @throws IOException if a file is damaged; the message names it */
    public static ReportData read(RecordedRun run) throws IOException {
        ThroughputChart series = ThroughputChart.of(run.seconds(), parts(run));
        List<Window> windows = ended(run.windows(), series.seconds());
        LatencyDigest digest = new LatencyDigest(series);
        WindowLatencies windowLatencies = new WindowLatencies(series, windows, run.histograms());
        run.latency(interval -> {
            digest.interval(interval);
            windowLatencies.interval(interval);
        });
        return new ReportData(
                run,
                windows,
                series,
                digest.latencies(),
                digest.heat(),
                windowLatencies,
                run.errors(),
                run.messages(),
                run.events(),
                run.figures(),
                run.readings(),
                run.isolation(),
                run.postMortem());
    }

    public Manifest manifest() {
        return run.manifest();
    }

    public Optional<RunSummary> summary() {
        return run.summary();
    }

    /** Returns whether the run did not come to its end, and is not under way any more. */
    public boolean cutOff() {
        return summary().isEmpty() && run.state() != RunState.RUNNING;
    }

    /** Returns the length of the run in seconds; of one without an end, as far as there are records. */
    public double elapsedSeconds() {
        return summary().map(RunSummary::elapsedSeconds).orElse((double) series.seconds());
    }

    /** Returns the end of the time axis, in seconds. */
    public double endSeconds() {
        return series.endSeconds(elapsedSeconds());
    }

    /** Returns the longest stretch in which operations were due and none was acknowledged; empty if none is worth showing. */
    public Optional<SuccessGap> longestGap() {
        return summary().isPresent()
                ? summary().flatMap(RunSummary::longestWithoutSuccess).map(RunSummary.LongestGap::gap)
                : series.longestGap();
    }

    /** Returns the windows whose figures count: all but warm-up, or everything if nothing else exists. */
    public List<WindowFigures> measured() {
        List<WindowFigures> all = all();
        List<WindowFigures> measured = all.stream()
                .filter(figures -> figures.window().kind() != Window.Kind.WARMUP)
                .toList();
        return measured.isEmpty() ? all : measured;
    }

    /** Returns the figures of each window, in the order of the windows. */
    public List<WindowFigures> all() {
        return IntStream.range(0, windows.size())
                .mapToObj(number -> new WindowFigures(this, number))
                .toList();
    }

    /** Returns the baseline window, if the run has one: the last, as one that was not steady is measured again. */
    public Optional<WindowFigures> baseline() {
        return all().stream()
                .filter(figures -> figures.window().kind() == Window.Kind.BASELINE)
                .reduce((earlier, later) -> later);
    }

    private static Set<String> parts(RecordedRun run) {
        return run.summary().stream()
                .flatMap(summary -> summary.operations().stream())
                .filter(RunSummary.OperationTotals::part)
                .map(RunSummary.OperationTotals::operation)
                .collect(Collectors.toSet());
    }

    private static List<Window> ended(List<Window> windows, int seconds) {
        return windows.stream()
                .map(window -> window.toSecond() == Long.MAX_VALUE
                        ? window.until(Math.max(window.fromSecond(), seconds))
                        : window)
                .toList();
    }

    /**
     * Set of each window's merged histograms.
     *
     * <p>A run that was completed stored them. For another they are assembled from the log of intervals, of which one belongs to the window
     * that it begins in: after half an hour that is up to nine seconds off.
     */
    public static final class WindowLatencies implements RecordedInterval.IntervalReader {
        private final ThroughputChart series;
        private final List<Window> windows;
        private final Optional<WindowHistograms> kept;
        private final Map<Place, Histogram> gathered = new HashMap<>();

        private final Map<Integer, Histogram> merged = new HashMap<>();

        private record Place(int window, String tag) {}

        WindowLatencies(ThroughputChart series, List<Window> windows, Optional<WindowHistograms> kept) {
            this.series = series;
            this.windows = windows;
            this.kept = kept;
        }

        @Override
        public void interval(RecordedInterval interval) {
            for (int number = 0; kept.isEmpty() && number < windows.size(); number++) {
                if (windows.get(number).contains(interval.fromSecond())) {
                    gathered.computeIfAbsent(new Place(number, interval.operation()), place -> new Histogram(3))
                            .add(interval.values());
                }
            }
        }

        /** Returns the latencies of one operation from intended start to answer, in microseconds. */
        Histogram of(int window, String operation) {
            return kept.map(histograms -> histograms.latency(window, operation))
                    .orElseGet(() -> gathered.getOrDefault(
                            new Place(window, RecordedInterval.tag(operation)), new Histogram(3)));
        }

        /** Returns the latencies of all whole operations; call it when all intervals were read. */
        public Histogram of(int window) {
            return merged.computeIfAbsent(window, number -> {
                Histogram sum = new Histogram(3);
                series.whole().forEach(line -> sum.add(of(number, line.operation())));
                return sum;
            });
        }
    }
}
