package squall.spi;

/**
 * One due operation, handed to a session by the engine.
 *
 * <p>The object is the engine's and is used again for the next turn: valid only during the call it is passed to, and only on
 * that thread. All times are nanoseconds since the run began.
 */
public interface Turn extends TurnPosition {
    /** When the operation was meant to start. In a closed loop this is the moment the session became free. */
    long dueNs();

    /** Now. */
    long nowNs();

    /**
     * Records an operation that was due at {@link #dueNs()}, sent at {@code sentNs} and is answered now.
     *
     * @param attempts how often it was sent, at least 1; more than 1 counts as retries
     */
    default void record(Operation operation, long sentNs, Outcome outcome, int attempts) {
        record(operation, dueNs(), sentNs, outcome, attempts);
    }

    /** As above for an operation with its own due time: a row of a chunk, or the second part of a compound operation. */
    void record(Operation operation, long dueNs, long sentNs, Outcome outcome, int attempts);

    /**
     * Queues a second, asynchronous part of this turn: one of the plan's deferred sessions will perform a turn of the same terminal and
     * step with {@link #deferred} set, due now, and records it before it returns. The terminal does not wait for it. Of this turn nothing
     * is owed any more; what it records may be a part of the operation that the deferred turn records.
     *
     * @throws IllegalStateException if the plan has no deferred sessions, or this turn is deferred itself
     */
    default void defer() {
        throw new IllegalStateException("the plan has no sessions for deferred turns");
    }

    /**
     * Whether the run has been asked to end: a session that loops or waits for something gives up when it sees this, or at least so soon
     * that the plan's grace is enough.
     */
    boolean stopping();
}
