package squall.spi;

/**
 * Turn: a due operation that the engine hands to a session.
 *
 * <p>The engine uses the object again for the next turn: it is valid only during the call that it is passed to, on that thread. All times
 * are nanoseconds since the run began.
 */
public interface Turn extends TurnPosition, CallContext {
    /** Returns the time at which the operation was due; in a closed loop, the time at which the session became free. */
    long dueNs();

    /**
     * Tells whether {@link #dueNs()} is set by a schedule. Only then does the latency of what is recorded count from its due time; in a closed
     * loop it counts from sending, so that what a client does between two operations is in no latency.
     */
    default boolean scheduled() {
        return true;
    }

    /**
     * Records an operation that was due at {@link #dueNs()}, sent at {@code sentNs} and is answered now.
     *
     * @param attempts number of times that it was sent, at least 1; more than 1 counts as retries
     */
    default void record(Operation operation, long sentNs, Outcome outcome, int attempts) {
        record(operation, dueNs(), sentNs, outcome, attempts);
    }

    /** Records an operation with a due time of its own: a row of a chunk, or the second part of a compound operation. */
    void record(Operation operation, long dueNs, long sentNs, Outcome outcome, int attempts);

    /**
     * Queues a second, asynchronous part of this turn: one of the plan's deferred sessions will perform a turn of the same terminal and
     * step with {@link #deferred} set, due now, and records it before it returns. The terminal does not wait for it. This turn
     * need not record anything any more; it may record a part of the operation that the deferred turn records.
     *
     * @throws IllegalStateException if the plan has no deferred sessions, or this turn is deferred itself
     */
    default void defer() {
        throw new IllegalStateException("the plan has no sessions for deferred turns");
    }
}
