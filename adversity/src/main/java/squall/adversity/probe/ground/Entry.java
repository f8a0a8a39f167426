package squall.adversity.probe.ground;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * A row of the ledger; all it holds follows from who wrote it.
 *
 * @param number of the writer's rows, from 0
 */
public record Entry(long run, int writer, long number) {
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
