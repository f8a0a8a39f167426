package squall.report.compare;

import java.util.Arrays;
import java.util.Optional;
import squall.report.statistics.Bootstrap;
import squall.report.statistics.Interval;
import squall.report.statistics.MannWhitney;
import squall.report.statistics.Shift;

/**
 * What two sides come to in one metric.
 *
 * @param ratio second to first; empty where there is none, as of values that are 0 or lower bounds
 * @param shift second less first, in the metric's unit; empty where a value is a lower bound
 * @param adjusted p by Holm over the family
 */
public record Finding(
        Metric metric,
        Sample first,
        Sample second,
        Optional<Shift> ratio,
        Optional<Shift> shift,
        MannWhitney test,
        double adjusted,
        Judgement judgement) {
    /** Up to so many runs on each side the interval is that of the ranks; with more, values drawn anew tell more. */
    private static final int FEW = 8;

    /** Not judged yet. */
    static Finding of(Metric metric, Sample first, Sample second, long seed) {
        boolean bounded = first.bounded() || second.bounded();
        boolean positive = !bounded && first.positive() && second.positive();
        return new Finding(
                metric,
                first,
                second,
                positive ? Optional.of(ratio(first.values(), second.values(), seed)) : Optional.empty(),
                bounded ? Optional.empty() : Optional.of(shift(first.values(), second.values(), seed)),
                MannWhitney.of(first.ranked(), second.ranked()),
                1,
                Judgement.CANNOT_TELL);
    }

    private static Shift ratio(double[] first, double[] second, long seed) {
        Shift ofLogs = shift(logs(first), logs(second), seed);
        return new Shift(
                Math.exp(ofLogs.estimate()),
                ofLogs.interval().map(logs -> new Interval(Math.exp(logs.low()), Math.exp(logs.high()))));
    }

    private static double[] logs(double[] values) {
        return Arrays.stream(values).map(Math::log).toArray();
    }

    private static Shift shift(double[] first, double[] second, long seed) {
        Shift exact = Shift.of(first, second, 1 - Terms.RISK);
        return Math.min(first.length, second.length) <= FEW
                ? exact
                : new Shift(exact.estimate(), Optional.of(Bootstrap.ofShift(first, second, 1 - Terms.RISK, seed)));
    }

    /** By the corrected p and the size of the difference. @param leastEffect a share or points of percent, as the kind has it */
    Finding judged(double corrected, double leastEffect) {
        boolean shown = corrected <= Terms.RISK && effect() >= leastEffect;
        return with(corrected, shown ? direction() : Judgement.NONE_SHOWN);
    }

    /** By the size of the difference alone, or not at all. */
    Finding untested(double leastEffect, boolean byThreshold) {
        boolean worse = byThreshold && effect() >= leastEffect && direction() == Judgement.WORSE;
        return with(1, worse ? Judgement.WORSE : Judgement.CANNOT_TELL);
    }

    private Finding with(double corrected, Judgement judged) {
        return new Finding(metric, first, second, ratio, shift, test, corrected, judged);
    }

    private Judgement direction() {
        return test.superiority() > 0.5 == metric.kind().highIsGood() ? Judgement.BETTER : Judgement.WORSE;
    }

    /** How far apart the sides are, at least: as a share of the first, or in points of percent. */
    double effect() {
        double difference = shift.map(Shift::estimate).orElseGet(() -> second.median() - first.median());
        if (!metric.kind().relative()) {
            return Math.abs(difference);
        }
        return ratio.map(found -> Math.abs(found.estimate() - 1)).orElseGet(() -> share(difference));
    }

    /** Anything is infinitely more than nothing. */
    private double share(double difference) {
        return difference == 0
                ? 0
                : first.median() == 0 ? Double.POSITIVE_INFINITY : Math.abs(difference / first.median());
    }

    /** The chance that a run of the second side is better than one of the first. */
    double chanceOfBetter() {
        return metric.kind().highIsGood() ? test.superiority() : 1 - test.superiority();
    }
}
