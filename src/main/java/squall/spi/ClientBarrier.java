package squall.spi;

import java.io.IOException;
import java.util.SortedMap;

/**
 * A small table in the database under test in which the clients of one run sign in: they share nothing else. Used by one thread, before the
 * first operation.
 *
 * <p>All times are milliseconds since 1970 by the database's clock.
 */
public interface ClientBarrier extends AutoCloseable {
    /** The name of the table. */
    String TABLE = "squall_clients";

    /** What time it is. */
    long nowMs() throws IOException, InterruptedException;

    /**
     * Signs a client in, once and for ever.
     *
     * @param run the name of the run, the same for all of its clients and for no other run
     * @param host where the client is, for messages
     * @return whether it was signed in; not if a client of this number has been before
     * @throws IOException if the database refuses; nothing is known then
     */
    boolean enter(String run, int client, String host) throws IOException, InterruptedException;

    /** When each client of the run signed in, by its number. */
    SortedMap<Integer, Long> entered(String run) throws IOException, InterruptedException;

    @Override
    default void close() {}
}
