package squall.report.trend;

import java.util.List;
import squall.report.compare.Metric;
import squall.report.compare.Reading;
import squall.report.statistics.ChangePoints;
import squall.report.statistics.ChangePoints.Change;

/**
 * One metric from run to run.
 *
 * @param changes that are large enough to matter
 */
public record Course(Metric metric, List<Reading> readings, List<Change> changes) {
    /** Runs on either side of a change. */
    static final int LEAST_RUNS = 3;

    /** Of a change that is none, at each cut. */
    static final double RISK = 0.01;

    /** Smaller changes are left out: a share, where the metric is no percentage. */
    static final double LEAST_MAGNITUDE = 0.05;

    public Course {
        readings = List.copyOf(readings);
        changes = List.copyOf(changes);
    }

    static Course of(Metric metric, List<Reading> readings, long seed) {
        double[] values = readings.stream().mapToDouble(Reading::value).toArray();
        return new Course(
                metric,
                readings,
                new ChangePoints(LEAST_RUNS, RISK, seed)
                        .of(values).stream()
                                .filter(change -> matters(metric, change))
                                .toList());
    }

    private static boolean matters(Metric metric, Change change) {
        return metric.kind().relative()
                ? !(Math.abs(change.magnitude()) < LEAST_MAGNITUDE) // from 0 on anything is infinitely much
                : Math.abs(change.after() - change.before()) >= metric.kind().leastEffect();
    }

    boolean isWorse(Change change) {
        return change.after() > change.before() != metric.kind().highIsGood();
    }
}
