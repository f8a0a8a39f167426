package squall.benchbase.output;

import java.util.Arrays;

/**
 * The latencies of a stretch of time, as BenchBase tells them; microseconds, each -1 where there is none.
 *
 * @param average rounded down, as BenchBase does
 */
record LatencyDistribution(
        long count, long min, long p25, long median, long average, long p75, long p90, long p95, long p99, long max) {
    private static final long NONE = -1;
    private static final LatencyDistribution EMPTY =
            new LatencyDistribution(0, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE);

    /** @param latencies sorted here */
    static LatencyDistribution of(long[] latencies) {
        if (latencies.length == 0) {
            return EMPTY;
        }
        Arrays.sort(latencies);
        return new LatencyDistribution(
                latencies.length,
                latencies[0],
                at(latencies, 0.25),
                at(latencies, 0.5),
                Arrays.stream(latencies).sum() / latencies.length,
                at(latencies, 0.75),
                at(latencies, 0.9),
                at(latencies, 0.95),
                at(latencies, 0.99),
                latencies[latencies.length - 1]);
    }

    /** BenchBase's rule: the element at the share of the length, rounded down, without interpolation. */
    private static long at(long[] sorted, double share) {
        return sorted[(int) (share * sorted.length)];
    }
}
