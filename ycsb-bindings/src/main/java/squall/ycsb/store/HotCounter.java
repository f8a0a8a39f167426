package squall.ycsb.store;

import squall.spi.Outcome;
import squall.spi.Turn;

/** One session's way to a number in one row, which all sessions raise at once. One thread at a time. */
public interface HotCounter {
    /** Puts it there, at 0. */
    Outcome create(Turn turn) throws InterruptedException;

    /** Reads it and writes one more, in one transaction. */
    Outcome raise(Turn turn) throws InterruptedException;

    /** Reads it, as strongly as the database reads. {@link Outcome#NOT_FOUND} if it is not there. */
    Outcome read(Turn turn) throws InterruptedException;

    /** What the last {@link #read} found. */
    long value();
}
