package squall.spi;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Reads figures of a database's own work while a load runs on it.
 *
 * <p>Belongs to one thread, which is not a session's, from the first reading to the closing. Reading has a cost for the database: an
 * instrument is as light as possible, and defines how often it may be read.
 */
public interface Instrument extends AutoCloseable {
    /** What is read and where, for people, without credentials. */
    String source();

    /** How long after one reading the next one may come; at least a second. */
    Duration every();

    /**
     * Reads the current values. Returns within seconds even if the server is silent; reconnects by itself.
     *
     * @throws IOException if the server does not respond; the message names the server and the reason
     */
    List<InstrumentReading> read() throws IOException, InterruptedException;

    /** What this database could tell but here does not, and why not; known after a reading. */
    Map<ServerMetric, String> absent();

    /** Gives up what is held between readings; another reading may follow all the same. */
    @Override
    void close();
}
