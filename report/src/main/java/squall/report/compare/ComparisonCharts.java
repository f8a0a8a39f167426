package squall.report.compare;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import squall.measure.Window;
import squall.report.chart.ChartTrack;
import squall.report.chart.LatencyChart.LogScale;
import squall.report.chart.PageCharts;
import squall.report.chart.PageCharts.ChartSection;
import squall.report.chart.PercentileCurve;
import squall.report.model.ReportData;
import squall.report.statistics.LocationShift;

/**
 * Data of the charts of a comparison's page: values of all runs, seconds of all runs over each other, percentiles of both sides; for
 * {@code compare.js}.
 */
final class ComparisonCharts {
    private static final String ONE_TIME =
            "A line for each run; windows begin at the same place, however long they were. Drag to zoom, double-click for all. With the keyboard, on a "
                    + "chart: arrows move the cursor, + and − zoom, Page Up and Page Down move, Escape shows all.";

    private final ComparisonReport report;
    private final Comparison comparison;
    private final List<ReportData> runs;
    private final WindowAlignment alignment;
    private final int step;

    ComparisonCharts(ComparisonReport report) {
        this.report = report;
        this.comparison = report.comparison();
        this.runs =
                Stream.concat(report.first().stream(), report.second().stream()).toList();
        this.alignment = WindowAlignment.of(runs);
        this.step = PageCharts.step((long) alignment.seconds() * runs.size());
    }

    PageCharts charts() {
        return new PageCharts("compare.js", places(), head(), columns());
    }

    private static List<ChartSection> places() {
        return List.of(
                new ChartSection("timeline", "Both sides in one time", ONE_TIME, "charts"),
                new ChartSection(
                        "dots",
                        "Every run",
                        "Each dot is a run, in relation to the median of the first side, which is 1.",
                        "dot-chart"),
                new ChartSection(
                        "curves",
                        "Latency by percentile",
                        "Each side's runs merged into one histogram; an axis mark further right is one more nine.",
                        "curve-chart"),
                new ChartSection(
                        "difference",
                        "Difference by percentile",
                        "How many times as long the second side takes: the median over all pairs of runs, and the band that holds the true one with 95 % at "
                                + "each percentile by itself. All windows but the warm-up.",
                        "difference-chart"));
    }

    private ComparisonHead head() {
        return new ComparisonHead(
                alignment.endSeconds(runs),
                step,
                comparison.terms().names(),
                PageCharts.DrawnWindow.of(alignment.windows()),
                IntStream.range(0, runs.size()).mapToObj(this::run).toList(),
                comparison.findings().stream().map(DrawnMetric::of).toList(),
                LogScale.STEPS,
                curves(),
                QuantileDifference.of(report.first(), report.second()));
    }

    /**
     * Header of the page: {@code compare.js} reads these members.
     *
     * @param difference percentile and ratio, and where there are enough runs, the ends of the ratio's interval
     */
    @JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
    private record ComparisonHead(
            double seconds,
            int step,
            List<String> sides,
            List<PageCharts.DrawnWindow> windows,
            List<DrawnRun> runs,
            List<DrawnMetric> metrics,
            int logSteps,
            List<SideCurve> curves,
            List<List<Double>> difference) {}

    /** @param side 0 or 1 */
    private record DrawnRun(String name, int side) {}

    /** @param values of the runs of either side */
    private record DrawnMetric(String name, String verdict, List<double[]> values) {
        static DrawnMetric of(MetricFinding finding) {
            return new DrawnMetric(
                    finding.metric().key(),
                    finding.judgement().word(),
                    List.of(finding.first().values(), finding.second().values()));
        }
    }

    /** Curve of one side's runs in one window. */
    private record SideCurve(String name, Window.Kind kind, int window, int side, List<PercentileCurve.Point> points) {}

    private DrawnRun run(int number) {
        int side = number >= report.first().size() ? 1 : 0;
        int place = side == 0 ? number : number - report.first().size();
        return new DrawnRun(comparison.terms().names().get(side) + " " + (place + 1), side);
    }

    private List<SideCurve> curves() {
        List<SideCurve> curves = new ArrayList<>();
        for (int number = 0; number < alignment.windows().size(); number++) {
            curve(number, 0, report.first()).ifPresent(curves::add);
            curve(number, 1, report.second()).ifPresent(curves::add);
        }
        return curves;
    }

    private Optional<SideCurve> curve(int number, int side, List<ReportData> of) {
        Histogram merged = new Histogram(3);
        of.forEach(run -> merged.add(run.windowLatencies().of(number)));
        if (merged.getTotalCount() == 0) {
            return Optional.empty();
        }
        Window window = alignment.windows().get(number);
        return Optional.of(new SideCurve(
                comparison.terms().names().get(side) + " " + window.name(),
                window.kind(),
                number,
                side,
                PercentileCurve.of(window, merged).drawn()));
    }

    private List<ChartTrack> columns() {
        List<ChartTrack> columns = new ArrayList<>();
        for (ReportData run : runs) {
            ChartTrack throughput = run.series().okPerSecond(run.series().total(), run.elapsedSeconds());
            columns.add(alignment.seconds(run, throughput).averaged(step));
            AlignedIntervals intervals = alignment.intervals(
                    run, run.latencies().from(), run.latencies().percentile(99.0));
            columns.add(intervals.from());
            columns.add(intervals.values());
        }
        return columns;
    }

    /** Ratio of the second side's latencies to the first's, from the fastest operations to the slowest: over runs at each percentile. */
    private static final class QuantileDifference {
        private static final List<Double> PERCENTILES =
                List.of(5.0, 10.0, 25.0, 50.0, 75.0, 90.0, 95.0, 97.5, 99.0, 99.5, 99.9, 99.95, 99.99, 99.999);

        /** Minimum number of operations of a run that are slower than a percentile; with fewer its value means nothing. */
        private static final double LEAST_BEYOND = 10;

        private QuantileDifference() {}

        /** Returns each percentile with the ratio, and where there are enough runs, the ends of its interval. */
        static List<List<Double>> of(List<ReportData> first, List<ReportData> second) {
            List<Histogram> ours =
                    first.stream().map(QuantileDifference::measured).toList();
            List<Histogram> theirs =
                    second.stream().map(QuantileDifference::measured).toList();
            double fewest =
                    DoubleStream.concat(counts(ours), counts(theirs)).min().orElse(0);
            return PERCENTILES.stream()
                    .filter(percentile -> fewest * (1 - percentile / 100) >= LEAST_BEYOND)
                    .map(percentile -> point(percentile, logs(ours, percentile), logs(theirs, percentile)))
                    .toList();
        }

        /** Returns the latencies of a run after its warm-up, merged. */
        private static Histogram measured(ReportData run) {
            Histogram merged = new Histogram(3);
            IntStream.range(0, run.windows().size())
                    .filter(number -> run.windows().get(number).kind() != Window.Kind.WARMUP)
                    .forEach(number -> merged.add(run.windowLatencies().of(number)));
            return merged;
        }

        private static DoubleStream counts(List<Histogram> runs) {
            return runs.stream().mapToDouble(run -> (double) run.getTotalCount());
        }

        private static double[] logs(List<Histogram> runs, double percentile) {
            return runs.stream()
                    .mapToDouble(run -> Math.log((double) Math.max(1, run.getValueAtPercentile(percentile))))
                    .toArray();
        }

        private static List<Double> point(double percentile, double[] first, double[] second) {
            LocationShift shift = LocationShift.of(first, second, 1 - ComparisonSettings.RISK);
            List<Double> point = new ArrayList<>(List.of(percentile, Math.exp(shift.estimate())));
            shift.interval()
                    .map(LocationShift.ConfidenceInterval::low)
                    .map(Math::exp)
                    .ifPresent(point::add);
            shift.interval()
                    .map(LocationShift.ConfidenceInterval::high)
                    .map(Math::exp)
                    .ifPresent(point::add);
            return point;
        }
    }

    /** Set of the intervals of a run in the common time. @param from second in which each begins */
    private record AlignedIntervals(ChartTrack from, ChartTrack values) {}

    /**
     * Alignment of runs whose windows are not equally long, in one time: each window begins where the one before has ended in the run in
     * which that is longest.
     *
     * @param windows in that time
     */
    private record WindowAlignment(List<Window> windows) {
        WindowAlignment {
            windows = List.copyOf(windows);
        }

        /** Aligns runs whose windows have the same names in the same order; windows from the first name that differs are left out. */
        static WindowAlignment of(List<ReportData> runs) {
            List<Window> aligned = new ArrayList<>();
            long from = 0;
            for (int number = 0; same(number, runs); number++) {
                int index = number;
                long length = runs.stream()
                        .mapToLong(run -> length(run.windows().get(index)))
                        .max()
                        .orElse(0);
                Window window = runs.getFirst().windows().get(number);
                aligned.add(new Window(window.name(), window.kind(), from, from + length, window.origin()));
                from += length;
            }
            return new WindowAlignment(aligned);
        }

        private static boolean same(int number, List<ReportData> runs) {
            return runs.stream().allMatch(run -> number < run.windows().size())
                    && runs.stream()
                                    .map(run -> run.windows().get(number).name())
                                    .distinct()
                                    .count()
                            == 1;
        }

        private static long length(Window window) {
            return window.toSecond() - window.fromSecond();
        }

        int seconds() {
            return windows.isEmpty() ? 0 : Math.toIntExact(windows.getLast().toSecond());
        }

        /** Returns the end of the last window in the run in which it ends last. */
        double endSeconds(List<ReportData> runs) {
            if (windows.isEmpty()) {
                return 0;
            }
            int last = windows.size() - 1;
            double longest = runs.stream()
                    .mapToDouble(
                            run -> Math.min((double) run.windows().get(last).toSecond(), run.endSeconds())
                                    - run.windows().get(last).fromSecond())
                    .max()
                    .orElse(0);
            return windows.get(last).fromSecond() + Math.max(0, longest);
        }

        /** Returns a number for each second of a run, in the common time. */
        ChartTrack seconds(ReportData run, ChartTrack track) {
            int[] aligned = new int[seconds()];
            Arrays.fill(aligned, ChartTrack.NONE);
            for (int number = 0; number < windows.size(); number++) {
                Window own = run.windows().get(number);
                int by = Math.toIntExact(windows.get(number).fromSecond() - own.fromSecond());
                for (long s = own.fromSecond(); s < Math.min(own.toSecond(), track.size()); s++) {
                    aligned[(int) s + by] = track.at((int) s);
                }
            }
            return ChartTrack.of(Arrays.stream(aligned));
        }

        /**
         * Returns the intervals of a run in the common time, without those outside the aligned windows. From where a window of the run ends
         * before that of another there is none.
         */
        AlignedIntervals intervals(ReportData run, ChartTrack from, ChartTrack values) {
            IntStream.Builder begins = IntStream.builder();
            IntStream.Builder aligned = IntStream.builder();
            for (int number = 0; number < windows.size(); number++) {
                Window own = run.windows().get(number);
                int by = Math.toIntExact(windows.get(number).fromSecond() - own.fromSecond());
                for (int i = 0; i < from.size(); i++) {
                    if (own.contains(from.at(i))) {
                        begins.add(from.at(i) + by);
                        aligned.add(values.at(i));
                    }
                }
                if (own.toSecond() + by < windows.get(number).toSecond()) {
                    begins.add(Math.toIntExact(own.toSecond()) + by);
                    aligned.add(ChartTrack.NONE);
                }
            }
            return new AlignedIntervals(ChartTrack.of(begins.build()), ChartTrack.of(aligned.build()));
        }
    }
}
