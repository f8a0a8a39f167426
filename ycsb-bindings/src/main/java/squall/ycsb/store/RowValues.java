package squall.ycsb.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/** Values on their way to the database, one for each of some columns; filled again for each operation. One thread. */
public final class RowValues {
    private ColumnSelection columns;
    private byte[] utf8 = new byte[1024];
    private int[] ends = new int[16];
    private int count;

    public RowValues(ColumnSelection columns) {
        this.columns = columns;
    }

    /** Forgets what it held; one value for each of these columns follows, in their order. */
    public RowValues begin(ColumnSelection wanted) {
        columns = wanted;
        count = 0;
        return this;
    }

    /** Makes room for the next value, to be written into {@link #utf8()} from the offset returned. */
    public int append(int length) {
        int offset = count == 0 ? 0 : ends[count - 1];
        if (utf8.length < offset + length) {
            utf8 = Arrays.copyOf(utf8, Math.max(2 * utf8.length, offset + length));
        }
        if (count == ends.length) {
            ends = Arrays.copyOf(ends, 2 * count);
        }
        ends[count++] = offset + length;
        return offset;
    }

    /** Appends the next value. */
    public void append(byte[] value) {
        int offset = append(value.length);
        System.arraycopy(value, 0, utf8, offset, value.length);
    }

    public ColumnSelection columns() {
        return columns;
    }

    public byte[] utf8() {
        return utf8;
    }

    public int offset(int place) {
        return place == 0 ? 0 : ends[place - 1];
    }

    public int length(int place) {
        return ends[place] - offset(place);
    }

    public String text(int place) {
        return new String(utf8, offset(place), length(place), UTF_8);
    }
}
