package squall.tpcc.check;

/** When the data is looked at. */
public enum CheckTime {
    /** Nothing has run since the load: condition 11 holds. */
    AFTER_LOAD,
    /** Transactions have run; after the first Delivery condition 11 no longer holds, and is left out. */
    AFTER_RUN
}
