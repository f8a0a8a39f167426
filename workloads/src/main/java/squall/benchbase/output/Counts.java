package squall.benchbase.output;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** How many requests of each transaction there were: BenchBase's histograms, which hold counts and no latencies. */
final class Counts {
    /** BenchBase prints and writes the class of a transaction's Java; readers look for it. */
    private static final String PREFIX = "com.oltpbenchmark.benchmarks.tpcc.procedures.";

    private final TypeNumbers types;
    private final long[] counts;

    Counts(TypeNumbers types) {
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

    /** By BenchBase's key, {@code CLASS/NN}; transactions that never came are left out. */
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
