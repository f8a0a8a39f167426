package squall.adversity.probe.ground;

import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.spi.Turn;

/**
 * One session of a probe. Nothing is sent twice whose outcome is not certain.
 *
 * <p>One thread at a time, except {@link #abort}. A database error is an {@link Outcome}.
 *
 * <p>All but {@code abort} and {@code close} end with an InterruptedException if interrupted before anything was sent.
 */
public interface Hand extends AutoCloseable {
    /** Of a {@link #transfer}: one of the accounts is not there. */
    Outcome NO_ACCOUNT =
            new Outcome.Refused(new ErrorCode(ErrorKind.DATA, "no-account"), "one of the accounts is not there");

    /** Of a {@link #transfer}: the account has less than that. */
    Outcome TOO_POOR =
            new Outcome.Refused(new ErrorCode(ErrorKind.OTHER, "too-poor"), "the account has less than that");

    /** Of an {@link #increment}: the counter is not there. */
    Outcome NO_COUNTER =
            new Outcome.Refused(new ErrorCode(ErrorKind.DATA, "no-counter"), "the counter's row is not there");

    /** Inserts a row of the ledger. */
    Outcome insert(Entry entry, Turn turn) throws InterruptedException;

    /** Raises a register to this version, unless it is as high. {@link Outcome#NOT_FOUND}: there was nothing lower to raise. */
    Outcome raise(int key, long version, Turn turn) throws InterruptedException;

    /** Reads a register. {@link Outcome#NOT_FOUND}: there is none. */
    Outcome read(int key, Turn turn) throws InterruptedException;

    /** The version that the last {@link #read} found. */
    long version();

    /** Moves money, all of it or nothing. */
    Outcome transfer(Transfer transfer, Turn turn) throws InterruptedException;

    /** Adds up all accounts at one moment. */
    Outcome audit(Turn turn) throws InterruptedException;

    /** What the last {@link #audit} found. */
    Balance balance();

    /** Raises the counter: reads it and writes one more, in one transaction, or on condition that it is still what was read. */
    Outcome increment(Turn turn) throws InterruptedException;

    /** Where it is connected; empty if it is not, or if that is not known. */
    String endpoint();

    /** Ends a call that another thread is blocked in. From any thread; does not block. */
    void abort();

    @Override
    void close();
}
