package squall.spi;

import java.util.OptionalDouble;

/**
 * What an {@link Instrument} read of one figure.
 *
 * @param node host:port of the server that it belongs to
 * @param bound up to which a bucket counts, in seconds, infinity for the last; empty for what is no bucket
 * @param value in the metric's unit
 */
public record InstrumentReading(String node, ServerMetric metric, OptionalDouble bound, double value) {
    public InstrumentReading {
        if (bound.isPresent() != (metric == ServerMetric.QUERY_BUCKET)) {
            throw new IllegalArgumentException(metric.label() + ": only a bucket has a bound");
        }
    }

    /** Of what is no bucket. */
    public static InstrumentReading of(String node, ServerMetric metric, double value) {
        return new InstrumentReading(node, metric, OptionalDouble.empty(), value);
    }

    /** Statements within a bound. */
    public static InstrumentReading bucket(String node, double boundSeconds, double count) {
        return new InstrumentReading(node, ServerMetric.QUERY_BUCKET, OptionalDouble.of(boundSeconds), count);
    }
}
