package squall.check;

import java.util.Locale;

/** What can be wrong with data. */
public enum Flaw {
    /** An acknowledged write is not there. */
    LOST,
    /** Something is there that was refused or never written. */
    PHANTOM,
    /** A write that was refused is there all the same. */
    RESURRECTED,
    /** What was written as one is there in part, or is none of what was written. */
    TORN,
    /** A read did not see a write that was acknowledged before the read began. */
    STALE;

    /** The word used in results. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
