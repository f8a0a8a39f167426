package squall.results;

import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** What a summary says of a histogram of microseconds: the count, the mean, percentiles and the maximum, in milliseconds. */
final class Quantiles {
    private static final Map<String, Double> PERCENTILES = percentiles();

    private Quantiles() {}

    /** With no values there is a count of 0 and nothing else: absent, never 0 ms. */
    static Map<String, Object> of(Histogram histogram) {
        Map<String, Object> quantiles = new LinkedHashMap<>();
        quantiles.put("samples", histogram.getTotalCount());
        if (histogram.getTotalCount() > 0) {
            quantiles.put("mean_ms", Math.round(histogram.getMean()) / 1000.0);
            PERCENTILES.forEach(
                    (name, percentile) -> quantiles.put(name, histogram.getValueAtPercentile(percentile) / 1000.0));
            quantiles.put("max_ms", histogram.getMaxValue() / 1000.0);
        }
        return quantiles;
    }

    private static Map<String, Double> percentiles() {
        Map<String, Double> percentiles = new LinkedHashMap<>();
        percentiles.put("p50_ms", 50.0);
        percentiles.put("p90_ms", 90.0);
        percentiles.put("p95_ms", 95.0);
        percentiles.put("p99_ms", 99.0);
        percentiles.put("p999_ms", 99.9);
        return percentiles;
    }
}
