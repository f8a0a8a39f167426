package squall.check.isolation;

import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Result of a check of a history that was going on.
 *
 * @param isolation the anomalies, and what they rule out
 * @param coverage how much of the history was judged
 */
public record OnlineIsolationResult(IsolationResult isolation, Coverage coverage) {
    /**
     * Coverage of a history by its check.
     *
     * @param reads of committed transactions
     * @param judged those of them whose version is known
     * @param writes of committed transactions
     * @param ordered those of them of which is known what they replaced
     * @param lost transactions that could not be checked, because there were too many at once
     */
    public record Coverage(long reads, long judged, long writes, long ordered, long lost) {
        /** Describes the coverage in one line: {@code judged: 93.0 % of 1,204 reads, order known of 100 % of 300 writes}. */
        public String text() {
            return "judged: " + share(judged, reads) + " reads, order known of " + share(ordered, writes) + " writes"
                    + (lost == 0
                            ? ""
                            : String.format(
                                    Locale.ROOT,
                                    "; %,d %s not judged, as there were too many at once",
                                    lost,
                                    lost == 1 ? "transaction" : "transactions"));
        }

        /** Returns the share of the reads that were judged, in percent; empty if there was none. */
        public OptionalDouble judgedPercent() {
            return reads == 0 ? OptionalDouble.empty() : OptionalDouble.of(percent(judged, reads));
        }

        private static String share(long part, long whole) {
            return part == whole
                    ? String.format(Locale.ROOT, "all %,d", whole)
                    : String.format(Locale.ROOT, "%.1f %% of %,d", percent(part, whole), whole);
        }

        /** Returns a share in percent, rounded down to a tenth, so that a part is never 100 %. */
        private static double percent(long part, long whole) {
            return Math.floor(1000.0 * part / whole) / 10;
        }
    }
}
