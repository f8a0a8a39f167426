package squall.spi;

import java.util.OptionalDouble;

/**
 * Reading of one metric by an {@link Instrument}.
 *
 * @param node host:port of the server
 * @param bound upper bound of a bucket, in seconds, infinity for the last; empty for all other metrics
 * @param value value in the metric's unit
 */
public record InstrumentReading(String node, ServerMetric metric, OptionalDouble bound, double value) {
    public InstrumentReading {
        if (bound.isPresent() != (metric == ServerMetric.QUERY_BUCKET)) {
            throw new IllegalArgumentException(metric.label() + ": only a bucket has a bound");
        }
    }

    /** Creates the reading of a metric that is no bucket. */
    public static InstrumentReading of(String node, ServerMetric metric, double value) {
        return new InstrumentReading(node, metric, OptionalDouble.empty(), value);
    }

    /** Creates the reading of a bucket: the number of statements within a bound. */
    public static InstrumentReading bucket(String node, double boundSeconds, double count) {
        return new InstrumentReading(node, ServerMetric.QUERY_BUCKET, OptionalDouble.of(boundSeconds), count);
    }
}
