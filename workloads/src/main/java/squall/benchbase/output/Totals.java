package squall.benchbase.output;

import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** What all requests of a run add up to, in memory that does not grow with their number. Filled by one thread. */
final class Totals {
    private static final int DIGITS = 3;

    private final Map<End, Counts> ends = new EnumMap<>(End.class);
    private final Counts retries;
    private final Histogram latencies = new Histogram(DIGITS);
    private long shortestUs = Long.MAX_VALUE;
    private long longestUs;
    private long sumUs;

    Totals(TypeNumbers types) {
        for (End end : End.values()) {
            ends.put(end, new Counts(types));
        }
        retries = new Counts(types);
    }

    void add(Request request) {
        counts(request.end()).add(request.type(), 1);
        retries.add(request.type(), request.retries());
        latencies.recordValue(request.latencyUs());
        shortestUs = Math.min(shortestUs, request.latencyUs());
        longestUs = Math.max(longestUs, request.latencyUs());
        sumUs += request.latencyUs();
    }

    long requests() {
        return latencies.getTotalCount();
    }

    Counts counts(End end) {
        return ends.computeIfAbsent(end, e -> {
            throw new IllegalStateException("no counts of " + e);
        });
    }

    /** Attempts beyond the first. */
    Counts retries() {
        return retries;
    }

    /** Percentiles within one thousandth, the rest exact; microseconds. */
    Distribution latencies() {
        if (requests() == 0) {
            return Distribution.of(new long[0]);
        }
        return new Distribution(
                requests(),
                shortestUs,
                latencies.getValueAtPercentile(25),
                latencies.getValueAtPercentile(50),
                sumUs / requests(),
                latencies.getValueAtPercentile(75),
                latencies.getValueAtPercentile(90),
                latencies.getValueAtPercentile(95),
                latencies.getValueAtPercentile(99),
                longestUs);
    }
}
