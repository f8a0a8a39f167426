package squall.spi;

/**
 * What one check of the data found.
 *
 * @param name what was checked, as printed
 * @param verdict how it ended
 * @param detail the counts and examples behind the verdict, one line
 */
public record CheckResult(String name, Verdict verdict, String detail) {
    /** Worst last. */
    public enum Verdict {
        /** The data is as it must be. */
        PASSED,
        /** Not run; the detail says why. */
        SKIPPED,
        /** The database could not be asked, so nothing is known. */
        UNDECIDED,
        /** Rows are lost, phantom or corrupt. */
        FAILED
    }
}
