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

    /** Raises the counter: reads it and writes one more, in one transaction, or on condition that it is still what was read. */
    Outcome increment(Turn turn) throws InterruptedException;

    /** Where it is connected; empty if it is not, or if that is not known. */
    String endpoint();

    /** Ends a call that another thread is blocked in. From any thread; does not block. */
    void abort();

    @Override
    void close();

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
