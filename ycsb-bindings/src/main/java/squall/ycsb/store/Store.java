package squall.ycsb.store;

import squall.spi.Outcome;
import squall.spi.Turn;

/**
 * One session's way to a table of keys and values.
 *
 * <p>One thread at a time, except {@link #abort}. A database error is an outcome. Rows are decoded before the call returns.
 */
public interface Store extends AutoCloseable {
    /** {@link Outcome#NOT_FOUND} if there is no such row. */
    Outcome read(String key, Columns columns, Rows into, Turn turn) throws InterruptedException;

    /** Up to {@code limit} rows from {@code first} on, in the order of the store. */
    Outcome scan(String first, int limit, Columns columns, Rows into, Turn turn) throws InterruptedException;

    /** Refused as {@link #MISSING} if there is no such row. */
    Outcome update(String key, Values values, Turn turn) throws InterruptedException;

    Outcome insert(String key, Values values, Turn turn) throws InterruptedException;

    /** Refused as {@link #MISSING} if there is no such row. */
    Outcome delete(String key, Turn turn) throws InterruptedException;

    /**
     * A number in one column of a row of its own, written through this store.
     *
     * @throws UnsupportedOperationException if the store has neither transactions nor conditional writes
     */
    default HotCounter counter(String key, Columns column) {
        throw new UnsupportedOperationException(
                "no read and write in one transaction through " + getClass().getName());
    }

    /** YCSB's name for a write to a row that is not there. */
    String MISSING = "UNEXPECTED_STATE";

    /** How often the last operation was sent, at least 1. */
    int attempts();

    /** Ends a call that another thread is blocked in. From any thread; does not block. */
    void abort();

    @Override
    void close();
}
