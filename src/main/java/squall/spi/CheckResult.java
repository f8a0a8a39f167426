package squall.spi;

/**
 * Result of one check of the data.
 *
 * @param name what was checked, as printed
 * @param verdict how it ended
 * @param detail the counts and examples behind the verdict, one line
 */
public record CheckResult(String name, Verdict verdict, String detail) {
    /** Beginning of the detail of a check that looked at nothing; its verdict is {@link Verdict#SKIPPED}. */
    public static final String NOTHING = "nothing to check";

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
