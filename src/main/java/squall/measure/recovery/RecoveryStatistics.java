package squall.measure.recovery;

import java.util.Arrays;

/** Statistical functions of the recovery rules. */
final class RecoveryStatistics {
    /** Factor that makes a median absolute deviation comparable with the standard deviation of a normal distribution. */
    private static final double LIKE_SIGMA = 1.4826;

    private RecoveryStatistics() {}

    /** Returns the median; 0 if there are no values. */
    static double median(double[] values) {
        double[] sorted = sorted(values);
        int middle = sorted.length / 2;
        if (sorted.length == 0) {
            return 0;
        }
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** Returns three robust standard deviations as a share of the median; 0 if the median is 0. */
    static double noise(double[] values) {
        double median = median(values);
        double deviation = median(
                Arrays.stream(values).map(value -> Math.abs(value - median)).toArray());
        return median == 0 ? 0 : 3 * LIKE_SIGMA * deviation / median;
    }

    /** Returns the value at {@code min(int(n * q), n - 1)} of the sorted ones, as roachtest does. There must be at least one. */
    static double at(double quantile, double[] values) {
        double[] sorted = sorted(values);
        return sorted[Math.min((int) (sorted.length * quantile), sorted.length - 1)];
    }

    private static double[] sorted(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted;
    }
}
