package squall.adversity.probe.store;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
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
public interface ProbeSession extends AutoCloseable {
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
    Outcome insert(LedgerEntry entry, Turn turn) throws InterruptedException;

    /** Raises a register to this version, unless it is as high. {@link Outcome#NOT_FOUND}: there was nothing lower to raise. */
    Outcome raise(int key, long version, Turn turn) throws InterruptedException;

    /** Reads a register. {@link Outcome#NOT_FOUND}: there is none. */
    Outcome read(int key, Turn turn) throws InterruptedException;

    /** The version that the last {@link #read} found. */
    long version();

    /** Moves money, all of it or nothing. */
    Outcome transfer(AccountTransfer transfer, Turn turn) throws InterruptedException;

    /** Adds up all accounts at one moment. */
    Outcome audit(Turn turn) throws InterruptedException;

    /** What the last {@link #audit} found. */
    AccountTotals balance();

    /** Raises the counter: reads it and writes one more, in one transaction, or on condition that it is still what was read. */
    Outcome increment(Turn turn) throws InterruptedException;

    /** Where it is connected; empty if it is not, or if that is not known. */
    String endpoint();

    /** Ends a call that another thread is blocked in. From any thread; does not block. */
    void abort();

    @Override
    void close();

    /** All accounts at one moment. @param least what the poorest one has */
    record AccountTotals(long sum, long least, long accounts) {
        @Override
        public String toString() {
            return accounts + " accounts with " + sum + ", the least of them with " + least;
        }
    }

    /** Money that is moved. @param amount above 0 */
    record AccountTransfer(int from, int to, long amount) {
        public AccountTransfer {
            if (from == to || amount < 1) {
                throw new IllegalArgumentException("a transfer goes from one account to another, and is at least 1: "
                        + from + " to " + to + ", " + amount);
            }
        }
    }

    /**
     * A row of the ledger; all it holds follows from who wrote it.
     *
     * @param number of the writer's rows, from 0
     */
    record LedgerEntry(long run, int writer, long number) {
        private static final int WORDS = 4;
        private static final long GOLDEN = 0x9E3779B97F4A7C15L;

        /** Sixty-four hexadecimal digits. */
        public String payload() {
            StringBuilder text = new StringBuilder(WORDS * Long.BYTES * 2);
            long state = run * 31 * 31 + writer * 31L + number;
            for (int word = 0; word < WORDS; word++) {
                state = (state + GOLDEN) * (GOLDEN | 1);
                String digits = Long.toHexString(state ^ (state >>> 29));
                text.append("0".repeat(Long.BYTES * 2 - digits.length())).append(digits);
            }
            return text.toString();
        }

        public int checksum() {
            CRC32 crc = new CRC32();
            crc.update(payload().getBytes(StandardCharsets.US_ASCII));
            return (int) crc.getValue();
        }

        /** Whether this is what was found. */
        public boolean is(int checksum, String payload) {
            return checksum == checksum() && payload.equals(payload());
        }
    }
}
