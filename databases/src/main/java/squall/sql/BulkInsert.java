package squall.sql;

import squall.spi.Outcome;
import squall.spi.Turn;

/**
 * Puts chunks of rows into a {@link KeyValueTable} and accounts for every row: acknowledged, refused, or unknown.
 *
 * <p>One thread at a time, except {@link #abort}. A chunk that fails on account of single rows is taken apart until only those are
 * refused.
 */
public final class BulkInsert implements AutoCloseable {
    /** How rows travel. */
    public enum Mode {
        /** COPY … FROM STDIN, where the server has it. */
        COPY,
        /** Batches that the driver rewrites into multi-row INSERTs. */
        BATCH
    }

    /** Told once for each row of a chunk, in any order. */
    public interface RowOutcomes {
        void row(int row, Outcome outcome, int attempts);
    }

    /** @param session spreads loaders over the endpoints */
    public BulkInsert(SqlDatabase database, KeyValueTable table, Mode mode, int session) {
        throw new UnsupportedOperationException(table + " " + mode + " " + session);
    }

    /** Sends all rows of the chunk; returns when each has its outcome. */
    public void send(RowChunk chunk, Turn turn, RowOutcomes outcomes) throws InterruptedException {}

    /** As {@link SqlSession#abort}. */
    public void abort() {}

    @Override
    public void close() {}
}
