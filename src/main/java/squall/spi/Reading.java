package squall.spi;

import java.util.OptionalDouble;

/**
 * What an {@link Instrument} read of one figure.
 *
 * @param node host:port of the server that it belongs to
 * @param bound up to which a bucket counts, in seconds, infinity for the last; empty for what is no bucket
 * @param value in the metric's unit
 */
public record Reading(String node, Metric metric, OptionalDouble bound, double value) {
    public Reading {
        if (bound.isPresent() != (metric == Metric.QUERY_BUCKET)) {
            throw new IllegalArgumentException(metric.label() + ": a bucket and nothing else has a bound");
        }
    }

    /** Of what is no bucket. */
    public static Reading of(String node, Metric metric, double value) {
        return new Reading(node, metric, OptionalDouble.empty(), value);
    }

    /** Statements within a bound. */
    public static Reading bucket(String node, double boundSeconds, double count) {
        return new Reading(node, Metric.QUERY_BUCKET, OptionalDouble.of(boundSeconds), count);
    }
}
