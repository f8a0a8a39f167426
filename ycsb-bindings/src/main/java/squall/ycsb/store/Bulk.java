package squall.ycsb.store;

import squall.spi.Turn;
import squall.sql.BulkInsert.RowOutcomes;
import squall.sql.RowChunk;

/** One session's way to put chunks of rows into a table. One thread at a time, except {@link #abort}. */
public interface Bulk extends AutoCloseable {
    /**
     * Sends all rows of the chunk; returns when each has its outcome.
     *
     * @throws InterruptedException if interrupted meanwhile; all rows have been told all the same
     */
    void send(RowChunk chunk, Turn turn, RowOutcomes outcomes) throws InterruptedException;

    /** Ends a call that another thread is blocked in. From any thread; does not block. */
    void abort();

    @Override
    void close();
}
