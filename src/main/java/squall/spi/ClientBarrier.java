package squall.spi;

import java.io.IOException;
import java.util.SortedMap;

/**
 * Table in the database under test in which the clients of one run sign in; they share nothing else. Used by one thread, before the first
 * operation.
 *
 * <p>All times are milliseconds since 1970, by the database's clock.
 */
public interface ClientBarrier extends AutoCloseable {
    /** Name of the table. */
    String TABLE = "squall_clients";

    /** Returns the database's current time. */
    long nowMs() throws IOException, InterruptedException;

    /**
     * Signs a client in; the entry stays.
     *
     * @param run the name of the run, the same for all of its clients and for no other run
     * @param host name of the client's machine, for messages
     * @return whether the client was signed in; false if a client with this number had signed in before
     * @throws IOException if the database refuses; nothing is known then
     */
    boolean enter(String run, int client, String host) throws IOException, InterruptedException;

    /** Returns the time at which each client of the run signed in, by its number. */
    SortedMap<Integer, Long> entered(String run) throws IOException, InterruptedException;

    @Override
    default void close() {}
}
