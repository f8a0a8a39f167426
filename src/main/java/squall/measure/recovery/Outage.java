package squall.measure.recovery;

import java.util.OptionalLong;

/**
 * How badly the users of a disturbed system were served, from injection to the end of watching.
 *
 * @param detectedAfterSeconds from the injection to the end of the first of two seconds in a row that were not as in the baseline: less
 *     than 99 % answered in time, or a p99 above the baseline's p99.9; empty: no impact was seen
 * @param outageSeconds in which less than half was answered in time
 * @param degradedSeconds in which less than 99 % was answered in time
 * @param spikeSeconds in which p95 was more than twice the baseline's, or nothing was acknowledged
 */
public record Outage(
        Availability availability,
        OptionalLong detectedAfterSeconds,
        long outageSeconds,
        long degradedSeconds,
        long spikeSeconds) {
    private static final double OUT = 0.5;
    private static final double WELL = 0.99;

    static Outage of(Series watched, Baseline baseline) {
        long usualMicros = baseline.p95Micros();
        return new Outage(
                watched.availability(),
                detected(watched, baseline),
                watched.count(bucket -> bucket.availability() < OUT),
                watched.count(bucket -> bucket.availability() < WELL),
                watched.count(
                        bucket -> bucket.waitedNs() > 0 || bucket.latencies().p95Micros() > 2 * usualMicros));
    }

    /** The first second that was not as in the baseline; the injection's if none was. */
    long seen(Span span) {
        return span.injected() + detectedAfterSeconds.orElse(1) - 1;
    }

    private static OptionalLong detected(Series watched, Baseline baseline) {
        for (long second = watched.from(); second + 2 <= watched.to(); second++) {
            if (unusual(watched.get(second), baseline) && unusual(watched.get(second + 1), baseline)) {
                return OptionalLong.of(second + 1 - watched.from());
            }
        }
        return OptionalLong.empty();
    }

    private static boolean unusual(Bucket bucket, Baseline baseline) {
        return bucket.availability() < WELL || bucket.latencies().p99Micros() > baseline.p999Micros();
    }
}
