package squall.measure.server;

import java.util.OptionalDouble;
import squall.measure.Window;
import squall.spi.ServerMetric;

/**
 * Figures of the database's own metrics in an interval of a run, over all nodes; empty if not available.
 *
 * @param queriesPerSecond statements that the servers executed
 * @param queryMeanMs mean duration of a statement on the server
 * @param queryP95Ms 95th percentile of that duration, as the upper bound of a bucket
 * @param commitsPerSecond transactions
 * @param cpuCores processor cores that the servers kept busy
 * @param diskBytes size of the servers' folders at the end of the interval
 * @param logBytesPerSecond written to the write-ahead logs
 * @param cacheHitShare of the blocks that statements requested
 * @param sstables at the end of the interval
 * @param compactionsPending the highest number on one node
 * @param readAmplification the mean over the nodes
 */
public record ServerFigures(
        OptionalDouble queriesPerSecond,
        OptionalDouble queryMeanMs,
        OptionalDouble queryP95Ms,
        OptionalDouble commitsPerSecond,
        OptionalDouble cpuCores,
        OptionalDouble diskBytes,
        OptionalDouble logBytesPerSecond,
        OptionalDouble cacheHitShare,
        OptionalDouble sstables,
        OptionalDouble compactionsPending,
        OptionalDouble readAmplification) {
    private static final double P95 = 0.95;
    private static final double MS = 1000;

    /** Time after the end of a run by which its last reading has been taken, in seconds. */
    private static final double LAST_READING_S = 1;

    /** Computes the figures of a window. @param last whether it is the last of its run; it has the reading at the run's end too */
    public static ServerFigures of(ServerReadings readings, Window window, boolean last) {
        return of(readings, (double) window.fromSecond(), window.toSecond() + (last ? LAST_READING_S : 0));
    }

    /** @param from second since the run began */
    public static ServerFigures of(ServerReadings readings, double from, double to) {
        return new ServerFigures(
                readings.rate(ServerMetric.QUERIES, from, to),
                scaled(ratio(readings, ServerMetric.QUERY_SECONDS, ServerMetric.QUERIES, from, to), MS),
                scaled(readings.quantile(P95, from, to), MS),
                readings.rate(ServerMetric.COMMITS, from, to),
                readings.rate(ServerMetric.CPU_SECONDS, from, to),
                readings.last(ServerMetric.DISK_BYTES, from, to),
                readings.rate(ServerMetric.LOG_BYTES, from, to),
                hitShare(readings, from, to),
                readings.last(ServerMetric.SSTABLES, from, to),
                readings.highest(ServerMetric.COMPACTIONS_PENDING, from, to),
                readings.mean(ServerMetric.READ_AMPLIFICATION, from, to));
    }

    private static OptionalDouble hitShare(ServerReadings readings, double from, double to) {
        OptionalDouble hits = readings.growth(ServerMetric.CACHE_HITS, from, to);
        OptionalDouble misses = readings.growth(ServerMetric.CACHE_MISSES, from, to);
        if (hits.isEmpty() || misses.isEmpty() || hits.getAsDouble() + misses.getAsDouble() == 0) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(hits.getAsDouble() / (hits.getAsDouble() + misses.getAsDouble()));
    }

    private static OptionalDouble ratio(
            ServerReadings readings, ServerMetric of, ServerMetric by, double from, double to) {
        OptionalDouble all = readings.growth(of, from, to);
        OptionalDouble count = readings.growth(by, from, to);
        return all.isPresent() && count.orElse(0) > 0
                ? OptionalDouble.of(all.getAsDouble() / count.getAsDouble())
                : OptionalDouble.empty();
    }

    private static OptionalDouble scaled(OptionalDouble value, double by) {
        return value.isPresent() ? OptionalDouble.of(value.getAsDouble() * by) : value;
    }
}
