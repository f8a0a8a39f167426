package squall.spi;

/**
 * Session of a load: a connection that performs turns one after the other and reconnects by itself.
 *
 * <p>One thread at a time uses it. A database error is recorded as an {@link Outcome}, never thrown.
 */
public interface Session extends AutoCloseable {
    /**
     * Performs the operation of this turn and records it, at once or, for a session that sends in chunks, in a later call of this
     * method or of {@link #flush}. A row kept back is recorded with the due time its own turn had; a turn that is never recorded
     * counts as unfinished.
     *
     * @return false if this session has nothing more to do: the engine sends it no further turn
     * @throws InterruptedException if the run was ended while the session waited; the operation under way has been recorded
     */
    boolean perform(Turn turn) throws InterruptedException;

    /** Sends and records the rows that {@link #perform} kept back. Called once after the last turn, before {@link #close}. */
    default void flush(Turn turn) throws InterruptedException {}

    /**
     * Ends a call in which another thread is blocked, by closing its connection. The only method that another thread may call; the thread
     * of the blocked operation then records it as unknown or refused. Must not block.
     */
    void abort();

    @Override
    void close();
}
