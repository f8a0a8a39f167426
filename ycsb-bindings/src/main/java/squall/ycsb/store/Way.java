package squall.ycsb.store;

/** How rows of a load travel to a database. */
public enum Way {
    /** One COPY for many rows. */
    COPY,
    /** One statement, or one transaction, for many rows. */
    BATCH,
    /** A statement a row, many of them under way at once. */
    PIPELINE,
    /** A statement a row, one after the other: all that a class of the YCSB interface can do. */
    INSERT
}
