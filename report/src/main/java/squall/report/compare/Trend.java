package squall.report.compare;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import squall.report.compare.ComparedMetric.MetricReading;
import squall.report.compare.Comparison.MetricFamily;
import squall.report.statistics.ChangePoints;
import squall.report.statistics.ChangePoints.LevelChange;
import squall.system.CommandException;
import squall.system.HumanNumbers;

/**
 * Trend over runs in the order of their beginnings.
 *
 * @param differences in their conditions, each in one line
 * @param courses one for each metric of the family that all runs have and that was seen to end in all
 * @param absent keys of the others
 */
public record Trend(
        List<ComparedRun> runs, List<String> differences, List<MetricTrend> courses, List<String> absent, long seed) {
    public Trend {
        runs = List.copyOf(runs);
        differences = List.copyOf(differences);
        courses = List.copyOf(courses);
        absent = List.copyOf(absent);
    }

    /**
     * @param terms their metrics, seed and what may differ; database and program may, because a trend is about them
     * @throws CommandException if there are too few runs for any change, one is named twice, or they are not alike; the message says in what
     */
    public static Trend of(List<ComparedRun> runs, ComparisonSettings terms) throws CommandException {
        Comparison.requireDifferentRuns(runs, List.of());
        List<ComparedRun> ordered = runs.stream()
                .filter(run -> run.startedAt().isPresent())
                .sorted(Comparator.comparing(run -> run.startedAt().orElseThrow()))
                .toList();
        if (ordered.size() < runs.size()) {
            throw refused("the start time of " + (runs.size() - ordered.size()) + " runs was not recorded");
        }
        if (ordered.size() < 2 * MetricTrend.LEAST_RUNS) {
            throw refused(HumanNumbers.counted(ordered.size(), "run") + (ordered.size() == 1 ? " is" : " are")
                    + " too few for a trend, at least " + 2 * MetricTrend.LEAST_RUNS + " are wanted");
        }
        List<String> differences = ConditionDifferences.amongRuns(ordered, terms);
        List<ComparedMetric> family = MetricFamily.of(ordered, terms).metrics();
        List<ComparedMetric> whole = family.stream()
                .filter(metric -> ordered.stream().allMatch(run -> isKnown(metric, run)))
                .toList();
        if (whole.isEmpty()) {
            throw refused("there is no metric that all runs have; asked for were " + terms.metrics());
        }
        return new Trend(
                ordered,
                differences,
                whole.stream()
                        .map(metric -> MetricTrend.of(metric, readings(ordered, metric), terms.seed()))
                        .toList(),
                family.stream()
                        .filter(metric -> !whole.contains(metric))
                        .map(ComparedMetric::key)
                        .toList(),
                terms.seed());
    }

    /** Returns whether there are enough runs to show a single change, however large. */
    boolean enough() {
        return runs.size() >= runsNeeded();
    }

    /** Returns the minimum number of runs that can show a single change. */
    int runsNeeded() {
        return MetricTrend.points(seed).runsNeeded();
    }

    /** Returns whether a run has a value of a metric; a lower bound is none. */
    private static boolean isKnown(ComparedMetric metric, ComparedRun run) {
        MetricReading reading = run.readings().get(metric.key());
        return reading != null && !reading.atLeast();
    }

    private static List<MetricReading> readings(List<ComparedRun> runs, ComparedMetric metric) {
        return runs.stream()
                .flatMap(run -> Stream.ofNullable(run.readings().get(metric.key())))
                .toList();
    }

    private static CommandException refused(String why) {
        return CommandException.usage("no trend: " + why);
    }

    /**
     * Trend of one metric from run to run.
     *
     * @param changes that are large enough to matter
     */
    public record MetricTrend(ComparedMetric metric, List<MetricReading> readings, List<LevelChange> changes) {
        /** Minimum number of runs on either side of a change. */
        static final int LEAST_RUNS = 3;

        /** Risk of a false change, at each cut. */
        static final double RISK = 0.01;

        /** Minimum size of a change: a share, where the metric is no percentage. */
        static final double LEAST_MAGNITUDE = 0.05;

        public MetricTrend {
            readings = List.copyOf(readings);
            changes = List.copyOf(changes);
        }

        static MetricTrend of(ComparedMetric metric, List<MetricReading> readings, long seed) {
            double[] values =
                    readings.stream().mapToDouble(MetricReading::value).toArray();
            return new MetricTrend(
                    metric, readings, mattering(metric, values, points(seed).of(values)));
        }

        /** Leaves out changes that do not matter, the smallest first: without it, its neighbours are changes of other levels. */
        private static List<LevelChange> mattering(ComparedMetric metric, double[] values, List<LevelChange> changes) {
            Optional<LevelChange> smallest = changes.stream()
                    .filter(change -> !matters(metric, change))
                    .min(Comparator.comparingDouble(change -> Math.abs(change.after() - change.before())));
            return smallest.isEmpty()
                    ? changes
                    : mattering(
                            metric,
                            values,
                            ChangePoints.remeasured(
                                    values,
                                    changes.stream()
                                            .filter(change -> change.at()
                                                    != smallest.get().at())
                                            .toList()));
        }

        private static ChangePoints points(long seed) {
            return new ChangePoints(LEAST_RUNS, RISK, seed);
        }

        private static boolean matters(ComparedMetric metric, LevelChange change) {
            if (change.after() == change.before()) {
                return false; // a change of the spread, neither better nor worse
            }
            return metric.kind().relative()
                    ? !(Math.abs(change.magnitude()) < LEAST_MAGNITUDE) // from 0 on anything is infinitely much
                    : Math.abs(change.after() - change.before())
                            >= metric.kind().leastEffect();
        }

        boolean isWorse(LevelChange change) {
            return change.after() > change.before() != metric.kind().highIsGood();
        }
    }
}
