package squall.report.compare;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import squall.report.compare.ComparedMetric.MetricReading;
import squall.report.statistics.Bootstrap;
import squall.report.statistics.LocationShift;
import squall.report.statistics.MannWhitney;
import squall.report.statistics.RunQuantiles;
import squall.system.HumanNumbers;
import squall.table.TableCell.CellTone;

/**
 * Finding on one metric of two sides.
 *
 * @param ratio second to first; empty where there is none, as of values that are 0 or lower bounds
 * @param shift second less first, in the metric's unit; empty where a value is a lower bound
 * @param adjusted p by Holm over the family
 */
public record MetricFinding(
        ComparedMetric metric,
        MetricValues first,
        MetricValues second,
        Optional<LocationShift> ratio,
        Optional<LocationShift> shift,
        MannWhitney test,
        double adjusted,
        MetricJudgement judgement) {
    /** Maximum number of runs on each side for which the interval comes from the ranks; with more, from the bootstrap. */
    private static final int FEW = 8;

    /** Creates a finding that is not judged yet. */
    static MetricFinding of(ComparedMetric metric, MetricValues first, MetricValues second, long seed) {
        boolean bounded = first.bounded() || second.bounded();
        boolean positive = !bounded && first.positive() && second.positive();
        return new MetricFinding(
                metric,
                first,
                second,
                positive ? Optional.of(ratio(first.values(), second.values(), seed)) : Optional.empty(),
                bounded ? Optional.empty() : Optional.of(shift(first.values(), second.values(), seed)),
                MannWhitney.of(first.ranked(), second.ranked()),
                1,
                MetricJudgement.CANNOT_TELL);
    }

    private static LocationShift ratio(double[] first, double[] second, long seed) {
        LocationShift ofLogs = shift(logs(first), logs(second), seed);
        return new LocationShift(
                Math.exp(ofLogs.estimate()),
                ofLogs.interval()
                        .map(logs ->
                                new LocationShift.ConfidenceInterval(Math.exp(logs.low()), Math.exp(logs.high()))));
    }

    private static double[] logs(double[] values) {
        return Arrays.stream(values).map(Math::log).toArray();
    }

    private static LocationShift shift(double[] first, double[] second, long seed) {
        LocationShift exact = LocationShift.of(first, second, 1 - ComparisonSettings.RISK);
        return Math.min(first.length, second.length) <= FEW
                ? exact
                : new LocationShift(
                        exact.estimate(),
                        Optional.of(Bootstrap.ofShift(first, second, 1 - ComparisonSettings.RISK, seed)));
    }

    /** Judges by the corrected p and the size of the difference. @param leastEffect a share or percentage points, as the kind has it */
    MetricFinding judged(double corrected, double leastEffect) {
        boolean shown = corrected <= ComparisonSettings.RISK && effect() >= leastEffect;
        return with(corrected, shown ? direction() : MetricJudgement.NONE_SHOWN);
    }

    /** Judges by the size of the difference alone, or not at all. */
    MetricFinding untested(double leastEffect, boolean byThreshold) {
        boolean different = effect() > 0 && effect() >= leastEffect;
        boolean worse = byThreshold && different && direction() == MetricJudgement.WORSE;
        return with(1, worse ? MetricJudgement.WORSE : MetricJudgement.CANNOT_TELL);
    }

    private MetricFinding with(double corrected, MetricJudgement judged) {
        return new MetricFinding(metric, first, second, ratio, shift, test, corrected, judged);
    }

    private MetricJudgement direction() {
        return test.superiority() > 0.5 == metric.kind().highIsGood() ? MetricJudgement.BETTER : MetricJudgement.WORSE;
    }

    /**
     * Returns the size of the difference: as a share of the first, or in percentage points. It is infinite if the median of one side alone
     * is a lower bound: nothing is known of how far the other is from what lies above it.
     */
    double effect() {
        if (first.medianIsBound() != second.medianIsBound()) {
            return Double.POSITIVE_INFINITY;
        }
        double difference = shift.map(LocationShift::estimate).orElseGet(() -> second.median() - first.median());
        if (!metric.kind().relative()) {
            return Math.abs(difference);
        }
        return ratio.map(found -> Math.abs(found.estimate() - 1)).orElseGet(() -> share(difference));
    }

    /** Returns the difference as a share; relative to 0 it is infinite. */
    private double share(double difference) {
        return difference == 0
                ? 0
                : first.median() == 0 ? Double.POSITIVE_INFINITY : Math.abs(difference / first.median());
    }

    /** Returns the probability that a run of the second side is better than one of the first. */
    double chanceOfBetter() {
        return metric.kind().highIsGood() ? test.superiority() : 1 - test.superiority();
    }

    /** Judgement on a metric. */
    public enum MetricJudgement {
        BETTER("better", CellTone.GOOD),
        WORSE("worse", CellTone.BAD),
        /** No difference is shown; there may be one. */
        NONE_SHOWN("~", CellTone.DIM),
        /** There are too few runs to show any difference, however large. */
        CANNOT_TELL("cannot tell", CellTone.DIM);

        private final String word;
        private final CellTone tone;

        MetricJudgement(String word, CellTone tone) {
            this.word = word;
            this.tone = tone;
        }

        public String word() {
            return word;
        }

        public CellTone tone() {
            return tone;
        }
    }

    /** Values of a metric in all runs of one side. */
    public record MetricValues(List<MetricReading> readings) {
        public MetricValues {
            readings = List.copyOf(readings);
        }

        int size() {
            return readings.size();
        }

        /** Returns whether some of the values are only lower bounds. */
        boolean bounded() {
            return readings.stream().anyMatch(MetricReading::atLeast);
        }

        /** Returns the values for ranks, in the order of the runs; lower bounds are above everything. */
        double[] ranked() {
            return readings.stream().mapToDouble(MetricReading::ranked).toArray();
        }

        /** Returns the values in the order of the runs; of lower bounds the bounds. */
        double[] values() {
            return readings.stream().mapToDouble(MetricReading::value).toArray();
        }

        boolean positive() {
            return readings.stream().allMatch(reading -> reading.value() > 0);
        }

        /** Returns the values from the lowest to the highest; lower bounds are above everything. */
        private List<MetricReading> sorted() {
            return readings.stream()
                    .sorted(Comparator.comparing(MetricReading::atLeast).thenComparingDouble(MetricReading::value))
                    .toList();
        }

        /** Returns the median; if it is only a lower bound, the lower of the middle values. */
        double median() {
            return medianIsBound() ? sorted().get((size() - 1) / 2).value() : RunQuantiles.median(ranked());
        }

        /** Returns the median as text; it is a bound if the middle value is one. */
        String medianText() {
            return (medianIsBound() ? "> " : "") + HumanNumbers.amount(median());
        }

        /** Returns whether the middle value is only a lower bound. */
        boolean medianIsBound() {
            return Double.isInfinite(RunQuantiles.median(ranked()));
        }

        double lowest() {
            return sorted().getFirst().value();
        }

        double highest() {
            return RunQuantiles.of(values(), 1);
        }
    }
}
