package squall.sql.bulk;

import squall.spi.Outcome;
import squall.spi.Turn;

/** Writer by which one session puts chunks of rows into a table. Used by one thread at a time, except {@link #abort}. */
public interface BulkWriter extends AutoCloseable {
    /** Receiver that is called once for each row of a chunk, in any order. */
    interface RowOutcomes {
        void row(int row, Outcome outcome, int attempts);
    }

    /**
     * Sends all rows of the chunk; returns when each has its outcome.
     *
     * @throws InterruptedException if interrupted meanwhile; the outcomes of all rows have still been reported
     */
    void send(RowChunk chunk, Turn turn, RowOutcomes outcomes) throws InterruptedException;

    /** Aborts a call that another thread is blocked in. May be called by any thread; does not block. */
    void abort();

    @Override
    void close();
}
