package squall.measure.recovery;

import java.util.Arrays;

/** The few statistics that the rules of recovery are made of. */
final class RecoveryStatistics {
    /** Makes a median absolute deviation comparable with the standard deviation of a normal distribution. */
    private static final double LIKE_SIGMA = 1.4826;

    private RecoveryStatistics() {}

    /** 0 of nothing. */
    static double median(double[] values) {
        double[] sorted = sorted(values);
        int middle = sorted.length / 2;
        if (sorted.length == 0) {
            return 0;
        }
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** Three robust standard deviations, as a share of the median; 0 if the median is. */
    static double noise(double[] values) {
        double median = median(values);
        double deviation = median(
                Arrays.stream(values).map(value -> Math.abs(value - median)).toArray());
        return median == 0 ? 0 : 3 * LIKE_SIGMA * deviation / median;
    }

    /** The value at {@code min(int(n * q), n - 1)} of the sorted ones, as roachtest takes it. There must be one. */
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
