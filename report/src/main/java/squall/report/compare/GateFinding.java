package squall.report.compare;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import squall.report.compare.ComparedMetric.MetricReading;
import squall.report.compare.MetricFinding.MetricValues;
import squall.report.statistics.ExceedancePlan;
import squall.report.statistics.ExceedancePlan.ExceedanceVerdict;
import squall.report.statistics.RunQuantiles;

/**
 * Finding of a gate on one figure. A run without a value, or with only a lower bound, is worse than every run with a value.
 *
 * @param baseline values of the earlier runs that have one
 * @param newRuns values of the new runs that have one
 * @param limit in the unit of the figure; empty if so many earlier runs have no value that no run could be worse
 * @param detectable the shift above which a worsening is found with the requested power, in the unit of the figure
 * @param beyond number of new runs that are worse than the limit
 * @param judged number of new runs
 * @param verdict empty without a limit
 */
public record GateFinding(
        ComparedMetric metric,
        MetricValues baseline,
        MetricValues newRuns,
        OptionalDouble limit,
        OptionalDouble detectable,
        int beyond,
        int judged,
        Optional<ExceedanceVerdict> verdict) {
    /** @param leastEffect a share or percentage points, as the kind has it: the limit is at least so far from the median */
    static GateFinding of(
            ComparedMetric metric,
            List<ComparedRun> baseline,
            List<ComparedRun> newRuns,
            ExceedancePlan plan,
            double leastEffect) {
        double[] earlier = badness(metric, baseline);
        double limit = Math.max(plan.limit(earlier), worsened(metric, RunQuantiles.median(earlier), leastEffect));
        boolean limited = limit < Double.POSITIVE_INFINITY;
        int beyond = 0;
        for (double value : badness(metric, newRuns)) {
            beyond += value > limit ? 1 : 0;
        }
        return new GateFinding(
                metric,
                values(metric, baseline),
                values(metric, newRuns),
                limited ? OptionalDouble.of(signed(metric, limit)) : OptionalDouble.empty(),
                limited ? OptionalDouble.of(limit - plan.floor(earlier)) : OptionalDouble.empty(),
                beyond,
                newRuns.size(),
                limited ? Optional.of(plan.verdict(beyond, newRuns.size())) : Optional.empty());
    }

    /** Returns the values such that a higher one is worse, in the order of the runs. */
    private static double[] badness(ComparedMetric metric, List<ComparedRun> runs) {
        return runs.stream()
                .map(run -> Optional.ofNullable(run.readings().get(metric.key())))
                .mapToDouble(reading -> reading.map(MetricReading::ranked)
                        .filter(value -> !value.isNaN())
                        .map(value -> signed(metric, value))
                        .orElse(Double.POSITIVE_INFINITY))
                .toArray();
    }

    /** Changes the sign of a value of which less is worse. */
    private static double signed(ComparedMetric metric, double value) {
        return metric.kind().highIsGood() ? 0 - value : value; // never -0
    }

    private static double worsened(ComparedMetric metric, double badness, double leastEffect) {
        return metric.kind().relative() ? badness + Math.abs(badness) * leastEffect : badness + leastEffect;
    }

    private static MetricValues values(ComparedMetric metric, List<ComparedRun> runs) {
        return new MetricValues(runs.stream()
                .flatMap(run -> Stream.ofNullable(run.readings().get(metric.key())))
                .toList());
    }

    /** Returns the number of runs of both sides that have no value at all. */
    int absent(int baselineRuns) {
        return baselineRuns - baseline.size() + judged - newRuns.size();
    }
}
