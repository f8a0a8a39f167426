package squall.ycsb.loading;

import java.util.Locale;

/** What a load does with rows that are there already. */
public enum Existing {
    /** Nobody said: the load does not begin. */
    REFUSE,
    /** Leaves them, and loads those that are missing. */
    APPEND,
    /** Empties the table. */
    TRUNCATE,
    /** Makes the table anew. */
    DROP;

    /** As users write it. */
    public static Existing of(String written) {
        return valueOf(written.toUpperCase(Locale.ROOT));
    }
}
