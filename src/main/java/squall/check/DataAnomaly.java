package squall.check;

import java.util.Locale;

/** What can be wrong with data. */
public enum DataAnomaly {
    /** An acknowledged write is missing. */
    LOST,
    /** A row exists that was refused or never written. */
    PHANTOM,
    /** A refused write exists. */
    RESURRECTED,
    /** A write that belongs together exists only in part, or the row matches no write. */
    TORN,
    /** A read did not see a write that was acknowledged before the read began. */
    STALE;

    /** The word used in results. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
