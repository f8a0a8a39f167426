package squall.spi;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Result of one check of the data.
 *
 * @param name what was checked, as printed
 * @param verdict how it ended
 * @param detail the counts and examples behind the verdict, one line
 * @param figures the counts for programs: rows by the names below, and each kind of anomaly by its label
 */
public record CheckResult(String name, Verdict verdict, String detail, Map<String, Long> figures) {
    /** Figure of the rows, or writes, that were acknowledged. */
    public static final String ACKNOWLEDGED = "acknowledged";

    /** Figure of those whose answer was lost. */
    public static final String UNKNOWN = "unknown";

    /** Figure of the rows that are there. */
    public static final String FOUND = "found";

    /** Figure of the milliseconds between the first and the last acknowledgement of a lost row. */
    public static final String LOST_STRETCH_MS = "lost_stretch_ms";

    /** Beginning of the detail of a check that looked at nothing; its verdict is {@link Verdict#SKIPPED}. */
    public static final String NOTHING = "nothing to check";

    public CheckResult {
        figures = Collections.unmodifiableSortedMap(new TreeMap<>(figures));
    }

    /** Creates a result without figures. */
    public CheckResult(String name, Verdict verdict, String detail) {
        this(name, verdict, detail, Map.of());
    }

    /** Returns whether the check ran and found nothing to look at. */
    public boolean nothing() {
        return verdict == Verdict.SKIPPED && detail.startsWith(NOTHING);
    }

    /** Verdict of a check; the worst is last. */
    public enum Verdict {
        /** The data is correct. */
        PASSED,
        /** The check did not run, or there was nothing to check; the detail has the reason. */
        SKIPPED,
        /** The database did not answer, so nothing is known. */
        UNDECIDED,
        /** Rows are lost, phantom or corrupt. */
        FAILED
    }
}
