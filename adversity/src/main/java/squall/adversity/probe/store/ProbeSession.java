package squall.adversity.probe.store;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import squall.database.Database;
import squall.spi.CallContext;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;

/**
 * Session of a probe. Never resends a write whose outcome is uncertain.
 *
 * <p>Used by one thread at a time, except {@link #abort}. A database error is an {@link Outcome}.
 *
 * <p>All methods but {@code abort} and {@code close} end with an InterruptedException if interrupted before anything was sent.
 */
public interface ProbeSession extends Database.Client {
    /** Outcome of an {@link #increment} that finds no counter. */
    Outcome NO_COUNTER =
            new Outcome.Refused(new ErrorCode(ErrorKind.DATA, "no-counter"), "the counter's row is not there");

    /** Inserts a row of the ledger. */
    Outcome insert(LedgerEntry entry, CallContext call) throws InterruptedException;

    /** Raises a register to this version, unless it is as high. {@link Outcome#NOT_FOUND}: there was nothing lower to raise. */
    Outcome raise(int key, long version, CallContext call) throws InterruptedException;

    /** Reads a register. {@link Outcome#NOT_FOUND}: there is none. */
    Outcome read(int key, CallContext call) throws InterruptedException;

    /** Returns the version that the last {@link #read} found. */
    long version();

    /** Raises the counter: reads it and writes one more, in one transaction, or on condition that it is still what was read. */
    Outcome increment(CallContext call) throws InterruptedException;

    /** Returns the endpoint that it is connected to; empty if it is not connected, or the endpoint is not known. */
    String endpoint();

    /**
     * Row of the ledger; all its content is a function of its writer and number.
     *
     * @param number of the writer's rows, from 0
     */
    record LedgerEntry(long run, int writer, long number) {
        private static final int WORDS = 4;
        private static final long GOLDEN = 0x9E3779B97F4A7C15L;

        /** Returns sixty-four hexadecimal digits. */
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

        /** Returns whether the stored row has this content. */
        public boolean is(int checksum, String payload) {
            return checksum == checksum() && payload.equals(payload());
        }
    }
}
