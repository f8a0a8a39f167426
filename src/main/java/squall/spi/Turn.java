package squall.spi;

/**
 * One due operation, handed to a session by the engine.
 *
 * <p>The object is the engine's and is used again for the next turn: valid only during the call it is passed to, and only on
 * that thread. All times are nanoseconds since the run began.
 */
public interface Turn {
    /** What {@link #terminal} says where the pace knows no terminals. */
    int NO_TERMINAL = -1;

    /** Which operation of the plan this is, from 0; in Squall's own loads the operation is a function of it and the seed. */
    long index();

    /** The simulated user whose turn this is, from 0; {@link #NO_TERMINAL} where the pace knows none. */
    default int terminal() {
        return NO_TERMINAL;
    }

    /** How many turns this terminal had before; without terminals the same as {@link #index}. */
    default long step() {
        return index();
    }

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

    /** As above for an operation with a due time of its own: a row of a chunk, or the second part of a compound operation. */
    void record(Operation operation, long dueNs, long sentNs, Outcome outcome, int attempts);

    /**
     * Queues a second, asynchronous part of this turn: one of the plan's deferred sessions will perform a turn of the same terminal and
     * step with {@link #deferred} set, due now. The terminal does not wait for it.
     *
     * @throws IllegalStateException if the plan has no deferred sessions
     */
    default void defer() {
        throw new IllegalStateException("the plan has no sessions for deferred turns");
    }

    /** Whether this is the part that {@link #defer} queued. */
    default boolean deferred() {
        return false;
    }

    /** Whether the run has been asked to end: a session that loops or waits gives up when it sees this. */
    boolean stopping();
}
