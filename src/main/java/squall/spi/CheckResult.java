package squall.spi;

/**
 * What one check of the data found.
 *
 * @param name what was checked, as printed
 * @param verdict how it ended
 * @param detail the counts and examples behind the verdict, one line
 */
public record CheckResult(String name, Verdict verdict, String detail) {
    /** How the detail of a check begins that looked at nothing; its verdict is {@link Verdict#SKIPPED}. */
    public static final String NOTHING = "nothing to check";

    /** Whether it was made, and found nothing to look at. */
    public boolean nothing() {
        return verdict == Verdict.SKIPPED && detail.startsWith(NOTHING);
    }

    /** Worst last. */
    public enum Verdict {
        /** The data is as it must be. */
        PASSED,
        /** Not run, or there was nothing to check; the detail has the reason. */
        SKIPPED,
        /** The database could not be asked, so nothing is known. */
        UNDECIDED,
        /** Rows are lost, phantom or corrupt. */
        FAILED
    }
}
