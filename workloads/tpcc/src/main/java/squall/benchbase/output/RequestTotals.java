package squall.benchbase.output;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;
import squall.benchbase.config.TransactionSettings;
import squall.benchbase.output.RequestLog.MeasuredRequest;

/** Totals of all requests of a run, in memory that does not grow with their number. Filled by one thread. */
final class RequestTotals {
    private static final int DIGITS = 3;

    private final Map<RequestEnd, RequestCounts> ends = new EnumMap<>(RequestEnd.class);
    private final RequestCounts retries;
    private final Histogram latencies = new Histogram(DIGITS);
    private long shortestUs = Long.MAX_VALUE;
    private long longestUs;
    private long sumUs;

    RequestTotals(TypeNumbers types) {
        for (RequestEnd end : RequestEnd.values()) {
            ends.put(end, new RequestCounts(types));
        }
        retries = new RequestCounts(types);
    }

    void add(MeasuredRequest request) {
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

    RequestCounts counts(RequestEnd end) {
        return ends.computeIfAbsent(end, e -> {
            throw new IllegalStateException("no counts of " + e);
        });
    }

    /** Returns the number of attempts after the first, by transaction. */
    RequestCounts retries() {
        return retries;
    }

    /** Returns the latencies in microseconds: percentiles within one thousandth, the rest exact. */
    LatencyDistribution latencies() {
        if (requests() == 0) {
            return LatencyDistribution.of(new long[0]);
        }
        return new LatencyDistribution(
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

    /** Histogram in BenchBase's sense: the number of requests of each transaction, without latencies. */
    static final class RequestCounts {
        /** Package of BenchBase's transactions; it prints and writes the names of their classes, and readers look for them. */
        private static final String PREFIX = "com.oltpbenchmark.benchmarks.tpcc.procedures.";

        private final TypeNumbers types;
        private final long[] counts;

        RequestCounts(TypeNumbers types) {
            this.types = types;
            this.counts = new long[types.names().size()];
        }

        void add(int type, long more) {
            counts[type - 1] += more;
        }

        long sum() {
            return Arrays.stream(counts).sum();
        }

        long largest() {
            return Arrays.stream(counts).max().orElse(0);
        }

        /** Returns the counts by BenchBase's key, {@code CLASS/NN}; transactions that never came are left out. */
        Map<String, Long> byKey() {
            Map<String, Long> found = new LinkedHashMap<>();
            for (int i = 0; i < counts.length; i++) {
                if (counts[i] > 0) {
                    found.put(String.format(Locale.ROOT, "%s%s/%02d", PREFIX, types.name(i + 1), i + 1), counts[i]);
                }
            }
            return found;
        }
    }

    /**
     * Distribution of latencies as BenchBase reports it; in microseconds, each -1 if there was no request.
     *
     * @param average rounded down, as BenchBase does
     */
    record LatencyDistribution(
            long count,
            long min,
            long p25,
            long median,
            long average,
            long p75,
            long p90,
            long p95,
            long p99,
            long max) {
        private static final long NONE = -1;
        private static final LatencyDistribution EMPTY =
                new LatencyDistribution(0, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE);

        /** Summarizes latencies. @param latencies in microseconds; sorted here */
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

        /** Returns the element at the share of the length, rounded down, without interpolation, as BenchBase does. */
        private static long at(long[] sorted, double share) {
            return sorted[(int) (share * sorted.length)];
        }
    }

    /**
     * Numbering of the transactions of a file, as in BenchBase.
     *
     * @param names in the order of the file
     */
    record TypeNumbers(List<String> names) {
        TypeNumbers {
            names = List.copyOf(names);
        }

        static TypeNumbers of(List<TransactionSettings> transactions) {
            return new TypeNumbers(transactions.stream()
                    .map(transaction -> transaction.type().label())
                    .toList());
        }

        /** Returns the number of a transaction, from 1; 0 if the file does not have it. */
        int of(String name) {
            return 1 + names.indexOf(name);
        }

        String name(int number) {
            return names.get(number - 1);
        }
    }
}
