package squall.report.statistics;

import java.util.Arrays;
import java.util.Optional;
import squall.report.statistics.MannWhitney.RankSums;

/**
 * Shift of the second of two samples above the first: the median of all differences (Hodges and Lehmann, 1963).
 *
 * @param interval from the exact distribution of ranks, with at least the level as confidence; empty if there are too few values for that
 *     level
 */
public record LocationShift(double estimate, Optional<ConfidenceInterval> interval) {
    /** @param level confidence of the interval, in (0, 1) */
    public static LocationShift of(double[] first, double[] second, double level) {
        double[] differences = differences(first, second);
        return new LocationShift(
                RunQuantiles.median(differences), interval(differences, first.length, second.length, 1 - level));
    }

    static double estimate(double[] first, double[] second) {
        return RunQuantiles.median(differences(first, second));
    }

    private static double[] differences(double[] first, double[] second) {
        double[] differences = new double[first.length * second.length];
        for (int i = 0; i < first.length; i++) {
            for (int j = 0; j < second.length; j++) {
                differences[i * second.length + j] = second[j] - first[i];
            }
        }
        Arrays.sort(differences);
        return differences;
    }

    /**
     * Returns the interval between two order statistics of the differences: the innermost ones beyond which, by the rank sums, at most half
     * of the risk is left on either side.
     */
    private static Optional<ConfidenceInterval> interval(double[] sorted, int first, int second, double risk) {
        RankSums sums = RankSums.untied(first, second);
        int least = first * (first + 1); // the doubled sum of ranks at which U is 0
        int cut = 0;
        while (cut < sorted.length / 2 && sums.upTo(least + 2 * cut) <= risk / 2) {
            cut++;
        }
        return cut == 0
                ? Optional.empty()
                : Optional.of(new ConfidenceInterval(sorted[cut - 1], sorted[sorted.length - cut]));
    }

    /** Interval that contains the true value, with the requested confidence. */
    public record ConfidenceInterval(double low, double high) {
        public ConfidenceInterval {
            if (!(low <= high)) {
                throw new IllegalArgumentException("an interval must not end before it begins: " + low + " to " + high);
            }
        }

        public boolean contains(double value) {
            return low <= value && value <= high;
        }
    }
}
