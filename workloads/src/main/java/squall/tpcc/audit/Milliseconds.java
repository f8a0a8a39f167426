package squall.tpcc.audit;

import java.util.Locale;
import org.HdrHistogram.Histogram;

/** The six figures by which the field sums up latencies, in milliseconds; NaN where there were none. */
public record Milliseconds(double mean, double p50, double p90, double p95, double p99, double max) {
    private static final Milliseconds NONE =
            new Milliseconds(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    /** @param microseconds never clamped, so that the maximum is the maximum */
    static Milliseconds of(Histogram microseconds) {
        if (microseconds.getTotalCount() == 0) {
            return NONE;
        }
        return new Milliseconds(
                microseconds.getMean() / 1000,
                microseconds.getValueAtPercentile(50) / 1000.0,
                microseconds.getValueAtPercentile(90) / 1000.0,
                microseconds.getValueAtPercentile(95) / 1000.0,
                microseconds.getValueAtPercentile(99) / 1000.0,
                microseconds.getMaxValue() / 1000.0);
    }

    /** With one decimal, as everybody prints them. */
    static String text(double milliseconds) {
        return Double.isNaN(milliseconds) ? "-" : String.format(Locale.ROOT, "%.1f", milliseconds);
    }
}
