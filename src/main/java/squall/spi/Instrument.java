package squall.spi;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Instrument that reads the database's own metrics while a load runs.
 *
 * <p>One thread, which is not a session's, uses it from the first reading to the closing. Each reading costs the database some work: an
 * instrument is as light as possible and defines how often it may be read.
 */
public interface Instrument extends AutoCloseable {
    /** Describes the metrics and their source, for people, without credentials. */
    String source();

    /** Returns the shortest time between two readings; at least a second. */
    Duration every();

    /**
     * Reads the current values. Returns within seconds even if the server is silent; reconnects by itself.
     *
     * @throws IOException if the server does not respond; the message names the server and the reason
     */
    List<InstrumentReading> read() throws IOException, InterruptedException;

    /** Returns the metrics that databases of this kind have and this one does not report, with the reason; known after a reading. */
    Map<ServerMetric, String> absent();

    /** Releases what is kept between readings, if anything; a later reading opens it again. */
    @Override
    default void close() {}
}
