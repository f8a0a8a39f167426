package squall.spi;

/** Context of calls to a database: the time, and whether to give up. Valid during the call that it is passed to, on that thread. */
public interface CallContext {
    /** Returns the current time, in nanoseconds since the run began. */
    long nowNs();

    /**
     * Returns whether the run was asked to end: a session that loops or waits gives up when it sees this, or at least within the plan's
     * grace.
     */
    boolean stopping();

    /**
     * Reports a step by which the session lost its connection or tried to get another one, from the loss to the next connection; nothing while
     * connections hold.
     */
    default void connecting(ConnectionStep step) {}
}
