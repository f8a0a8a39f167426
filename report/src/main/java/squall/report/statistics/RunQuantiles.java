package squall.report.statistics;

import java.util.Arrays;

/** Quantiles of a few runs, by type 8 of Hyndman and Fan (1996), which is nearly unbiased for the median whatever the distribution. */
public final class RunQuantiles {
    private RunQuantiles() {}

    public static double median(double[] values) {
        return of(values, 0.5);
    }

    /** @param quantile in [0, 1]; the values need no order, and there must be one */
    public static double of(double[] values, double quantile) {
        if (values.length == 0) {
            throw new IllegalArgumentException("there must be a value");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double place = (sorted.length + 1 / 3.0) * quantile + 1 / 3.0;
        int below = Math.clamp((int) Math.floor(place + 1e-9), 1, sorted.length);
        int above = Math.min(below + 1, sorted.length);
        double part = Math.clamp(place - below, 0, 1);
        double low = sorted[below - 1];
        // infinite neighbours have no difference
        return part < 1e-9 || low == sorted[above - 1] ? low : low + part * (sorted[above - 1] - low);
    }
}
