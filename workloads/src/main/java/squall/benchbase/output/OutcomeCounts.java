package squall.benchbase.output;

import java.util.LinkedHashMap;
import java.util.Map;

/** The file of {@code -jh}: how many requests ended how, under BenchBase's four keys. */
final class OutcomeCounts {
    private static final String VALUE_TYPE = "com.oltpbenchmark.api.TransactionType";

    private OutcomeCounts() {}

    static Map<String, Object> of(Totals totals) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("completed", histogram(totals.counts(End.COMPLETED)));
        members.put("aborted", histogram(totals.counts(End.ABORTED)));
        members.put("rejected", histogram(totals.retries()));
        members.put("unexpected", histogram(totals.counts(End.UNEXPECTED)));
        return members;
    }

    private static Map<String, Object> histogram(Counts counts) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("HISTOGRAM", counts.byKey());
        members.put("NUM_SAMPLES", counts.sum());
        if (counts.sum() > 0) { // BenchBase leaves them out of an empty one
            members.put("KEEP_ZERO_ENTRIES", true);
            members.put("VALUE_TYPE", VALUE_TYPE);
        }
        return members;
    }
}
