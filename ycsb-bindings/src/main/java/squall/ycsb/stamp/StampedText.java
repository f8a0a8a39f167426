package squall.ycsb.stamp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Optional;
import squall.ycsb.distribution.FnvHash;
import squall.ycsb.distribution.SplitMix;
import squall.ycsb.store.ColumnSelection;
import squall.ycsb.store.RowValues;

/**
 * Values of the form {@code sequence.writer.checksum}, padded with printable characters derived from the checksum, which binds them to one
 * column of one row: key and column are enough to tell whether any writer can have written a value there. Pure.
 *
 * @param length of every value, at least {@link #SHORTEST}
 */
public record StampedText(int length) {
    /** Room for the longest sequence, writer and checksum. */
    public static final int SHORTEST = 64;

    private static final int RADIX = 36;
    private static final int MOST_DIGITS = 18;

    public StampedText {
        if (length < SHORTEST) {
            throw new IllegalArgumentException("length must be at least " + SHORTEST + ": " + length);
        }
    }

    /** Fills in one value of this stamp for each column. */
    public void fill(String key, ColumnSelection columns, WriteStamp stamp, RowValues into) {
        into.begin(columns);
        for (int place = 0; place < columns.size(); place++) {
            into.append(text(key, columns.name(place), stamp).getBytes(ISO_8859_1));
        }
    }

    /** Returns the stamp of a value found in this column of this row; empty if no writer can have written the value there. */
    public Optional<WriteStamp> stamp(String key, String column, String found) {
        String[] parts = found.split("\\.", 3);
        if (parts.length < 3 || !parts[0].matches("\\d{1,18}")) {
            return Optional.empty();
        }
        return Optional.of(new WriteStamp(Long.parseLong(parts[0]), parts[1]))
                .filter(stamp -> text(key, column, stamp).equals(found));
    }

    /** Returns the sequence of a value that begins with a stamp of this writer; 0 for any other. Does not look at the checksum. */
    static long sequence(String value, String writer) {
        int dot = value.indexOf('.');
        if (dot < 1 || dot > MOST_DIGITS || !value.startsWith(writer + ".", dot + 1)) {
            return 0;
        }
        long sequence = 0;
        for (int at = 0; at < dot; at++) {
            int digit = value.charAt(at) - '0';
            if (digit < 0 || digit > 9) {
                return 0;
            }
            sequence = sequence * 10 + digit;
        }
        return sequence;
    }

    String text(String key, String column, WriteStamp stamp) {
        String open = stamp.sequence() + "." + stamp.writer() + ".";
        long checksum = FnvHash.hash(open + key + ":" + column);
        StringBuilder text =
                new StringBuilder(length + RADIX).append(open).append(Long.toUnsignedString(checksum, RADIX));
        SplitMix filler = new SplitMix().seek(checksum, 0);
        while (text.length() < length) {
            text.append(Long.toUnsignedString(filler.bits(), RADIX));
        }
        return text.substring(0, length);
    }

    /** Stamp that tells which write a value comes from. @param sequence of the writer's own, from 1; 0 for what a load brings */
    public record WriteStamp(long sequence, String writer) {
        /** The stamp of every value that a load brings. */
        public static final WriteStamp LOADED = new WriteStamp(0, "load");
    }
}
