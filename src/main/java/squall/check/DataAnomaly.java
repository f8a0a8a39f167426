package squall.check;

import java.util.Locale;

/** Anomaly that a data check can find. */
public enum DataAnomaly {
    /** Acknowledged write that is missing. */
    LOST,
    /** Row that exists although it was refused or never written. */
    PHANTOM,
    /** Refused write that exists. */
    RESURRECTED,
    /** Write of which only a part exists, or a row that matches no write. */
    TORN,
    /** Read that did not see a write acknowledged before the read began. */
    STALE;

    /** Returns the word used in results. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
