package squall.spi;

/**
 * One connection's life: performs turns one after the other and reconnects by itself.
 *
 * <p>Used by one thread at a time. A database error is recorded as an {@link Outcome}, never thrown.
 */
public interface Session extends AutoCloseable {
    /**
     * Performs the operation of this turn and records it, at once or, for a session that sends in chunks, in a later call of this
     * method or of {@link #flush}. A row kept back is recorded with the due time its own turn had; a turn that is never recorded
     * counts as unfinished.
     *
     * @return false if this session has nothing more to do: the engine sends it no further turn
     * @throws InterruptedException if the run was ended while the session waited; what was under way has been recorded
     */
    boolean perform(Turn turn) throws InterruptedException;

    /** Sends and records whatever {@link #perform} kept back. Called once after the last turn, before {@link #close}. */
    default void flush(Turn turn) throws InterruptedException {}

    /**
     * Ends a call that another thread is blocked in, by closing what it waits for. The only method that may be called from another
     * thread; the blocked operation is then recorded as unknown or refused by its own thread. Must not block itself.
     */
    void abort();

    @Override
    void close();
}
