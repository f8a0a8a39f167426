package squall.ycsb.loading;

/** What a load does with rows that are there already. */
public enum Existing {
    /** Nobody said: the load does not begin. */
    REFUSE,
    /** Leaves them, and loads those that are missing. */
    APPEND,
    /** Empties the table. */
    TRUNCATE,
    /** Makes the table anew. */
    DROP
}
