package squall.ycsb.store;

import squall.database.Database;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.spi.Turn;

/**
 * Store through which one session uses a table of keys and values.
 *
 * <p>One thread at a time, except {@link #abort}. A database error is an outcome. Rows are decoded before the call returns.
 */
public interface KeyValueStore extends Database.Client {
    /** {@link Outcome#NOT_FOUND} if there is no such row. */
    Outcome read(String key, ColumnSelection columns, ReadRows into, Turn turn) throws InterruptedException;

    /** Reads up to {@code limit} rows from {@code first} on, in the order of the store. */
    Outcome scan(String first, int limit, ColumnSelection columns, ReadRows into, Turn turn)
            throws InterruptedException;

    /** Updates a row; refused as {@link #MISSING} if there is no such row. */
    Outcome update(String key, RowValues values, Turn turn) throws InterruptedException;

    Outcome insert(String key, RowValues values, Turn turn) throws InterruptedException;

    /**
     * Updates as above, where the database may hold the write back for a batch.
     *
     * @param ended told on this thread: before the call returns, or during a later write, or during {@link #flush}
     */
    default void update(String key, RowValues values, Turn turn, Ended ended) throws InterruptedException {
        ended.write(update(key, values, turn), attempts(), turn);
    }

    /** Inserts, and tells as the update above. */
    default void insert(String key, RowValues values, Turn turn, Ended ended) throws InterruptedException {
        ended.write(insert(key, values, turn), attempts(), turn);
    }

    /** Ends the batches that still wait. Once, after the last write. */
    default void flush(Turn turn) throws InterruptedException {}

    /** Callback that receives the outcome of a write, once. */
    interface Ended {
        /** @param attempts how often it was sent, at least 1 @param turn the one under way now, which may be a later one */
        void write(Outcome outcome, int attempts, Turn turn);
    }

    /** Deletes a row; refused as {@link #MISSING} if there is no such row. */
    Outcome delete(String key, Turn turn) throws InterruptedException;

    /**
     * Returns the counter in one column of a row of its own, written through this store.
     *
     * @throws UnsupportedOperationException if the store has neither transactions nor conditional writes
     */
    default HotCounter counter(String key, ColumnSelection column) {
        throw new UnsupportedOperationException("read and write in one transaction is not supported by "
                + getClass().getName());
    }

    /** YCSB's name for a write to a row that is not there. */
    String MISSING = "UNEXPECTED_STATE";

    /** Outcome of a write of a row that is not there. */
    Outcome NO_SUCH_ROW = new Outcome.Refused(new ErrorCode(ErrorKind.DATA, MISSING), "there is no row with this key");

    /** Counter in one row as one session sees it; all sessions increment it at once. One thread at a time. */
    interface HotCounter {
        /** Puts it there, at 0. */
        Outcome create(Turn turn) throws InterruptedException;

        /** Reads it and writes one more, in one transaction. */
        Outcome raise(Turn turn) throws InterruptedException;

        /** Reads it, as strongly as the database reads. {@link Outcome#NOT_FOUND} if it is not there. */
        Outcome read(Turn turn) throws InterruptedException;

        /** Returns the value that the last {@link #read} found. */
        long value();
    }
}
