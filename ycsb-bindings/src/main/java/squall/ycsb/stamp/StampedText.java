package squall.ycsb.stamp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Optional;
import squall.ycsb.distribution.Fnv;
import squall.ycsb.distribution.SplitMix;
import squall.ycsb.store.Columns;
import squall.ycsb.store.Values;

/**
 * Values of the form {@code sequence.writer.checksum}, filled up with printable characters that follow from the checksum, which binds
 * them to one column of one row: whoever knows key and column can tell whether any writer can have written a value there. Pure.
 *
 * @param length of every value, at least {@link #SHORTEST}
 */
public record StampedText(int length) {
    /** Room for the longest sequence, writer and checksum. */
    public static final int SHORTEST = 64;

    private static final int RADIX = 36;

    public StampedText {
        if (length < SHORTEST) {
            throw new IllegalArgumentException("length must be at least " + SHORTEST + ": " + length);
        }
    }

    /** Fills in one value of this stamp for each column. */
    public void fill(String key, Columns columns, Stamp stamp, Values into) {
        into.begin(columns);
        for (int place = 0; place < columns.size(); place++) {
            into.append(text(key, columns.name(place), stamp).getBytes(ISO_8859_1));
        }
    }

    /** The stamp of a value found in this column of this row; empty if nobody can have written the value there. */
    public Optional<Stamp> stamp(String key, String column, String found) {
        String[] parts = found.split("\\.", 3);
        if (parts.length < 3 || !parts[0].matches("\\d{1,18}")) {
            return Optional.empty();
        }
        return Optional.of(new Stamp(Long.parseLong(parts[0]), parts[1]))
                .filter(stamp -> text(key, column, stamp).equals(found));
    }

    String text(String key, String column, Stamp stamp) {
        String open = stamp.sequence() + "." + stamp.writer() + ".";
        long checksum = Fnv.hash(open + key + ":" + column);
        StringBuilder text =
                new StringBuilder(length + RADIX).append(open).append(Long.toUnsignedString(checksum, RADIX));
        SplitMix filler = new SplitMix().seek(checksum, 0);
        while (text.length() < length) {
            text.append(Long.toUnsignedString(filler.nextLong(), RADIX));
        }
        return text.substring(0, length);
    }
}
