package squall.measure.recovery;

import java.util.Comparator;

/**
 * The worst seconds.
 *
 * @param goodput acknowledged in the second with the fewest
 * @param goodputSecond which second that was, since the run began; the first of equals
 * @param p95Micros of the second with the highest; where nothing was acknowledged, how long somebody had waited
 */
public record Worst(long goodput, long goodputSecond, long p95Micros) {
    static Worst of(Series watched) {
        Bucket lowest = watched.stream()
                .min(Comparator.comparingLong(Bucket::goodput))
                .orElseThrow(() -> new IllegalArgumentException("there are no seconds to find the worst of"));
        long p95 = watched.stream()
                .mapToLong(bucket ->
                        Math.max(bucket.waitedNs() / 1000, bucket.latencies().p95Micros()))
                .max()
                .orElse(0);
        return new Worst(lowest.goodput(), lowest.second(), p95);
    }
}
