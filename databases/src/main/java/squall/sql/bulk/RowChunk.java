package squall.sql.bulk;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Chunk of rows for the database, in the layout of PostgreSQL's binary COPY, so that the common case needs no conversion.
 *
 * <p>Filled and sent by one thread, then cleared and filled again. A row is a 16-bit count of columns, then for each a 32-bit length and
 * its bytes, all big-endian.
 */
public final class RowChunk {
    private static final int MAX_BYTES = 16 << 20;
    private static final int FIRST_BYTES = 64 << 10;

    /** Number of rows for which space is added, because they may be a little longer than those before them. */
    private static final int SPARE_ROWS = 64;

    private final int columns;
    private final int[] ends;
    private byte[] bytes = new byte[FIRST_BYTES];
    private int size;
    private int rows;
    private int columnsLeft;

    /**
     * @param columns of each row, the key among them
     * @param maxRows when it counts as full; it does so earlier if the rows are large, at 16 MiB
     */
    public RowChunk(int columns, int maxRows) {
        if (columns < 1 || columns > Short.MAX_VALUE || maxRows < 1) {
            throw new IllegalArgumentException(
                    "a chunk needs at least one column and one row, and at most 32767 columns: " + columns + " and "
                            + maxRows);
        }
        this.columns = columns;
        this.ends = new int[maxRows];
    }

    public void beginRow() {
        if (columnsLeft != 0 || rows == ends.length) {
            throw new IllegalStateException("row " + rows + " cannot begin: "
                    + (columnsLeft != 0 ? "the previous row is incomplete" : "the chunk is full"));
        }
        reserve(Short.BYTES);
        bytes[size++] = (byte) (columns >>> 8);
        bytes[size++] = (byte) columns;
        columnsLeft = columns;
    }

    /** Appends one value of the current row: UTF-8 text. */
    public void value(byte[] utf8, int offset, int length) {
        if (columnsLeft == 0) {
            throw new IllegalStateException("row " + rows + " already has all of its " + columns);
        }
        columnsLeft--;
        reserve(Integer.BYTES + length);
        bytes[size++] = (byte) (length >>> 24);
        bytes[size++] = (byte) (length >>> 16);
        bytes[size++] = (byte) (length >>> 8);
        bytes[size++] = (byte) length;
        System.arraycopy(utf8, offset, bytes, size, length);
        size += length;
    }

    public void endRow() {
        if (columnsLeft != 0) {
            throw new IllegalStateException(
                    "row " + rows + " still lacks " + columnsLeft + " of its " + columns + " columns");
        }
        ends[rows++] = size;
    }

    public int rows() {
        return rows;
    }

    /** Returns the number of columns of each row. */
    public int columns() {
        return columns;
    }

    public boolean full() {
        return rows == ends.length || size >= MAX_BYTES;
    }

    public void clear() {
        rows = 0;
        size = 0;
        columnsLeft = 0;
    }

    /** Returns the values of one row, key first; copies, which do not change when the chunk is filled again. */
    public List<ByteBuffer> values(int row) {
        ByteBuffer copy = ByteBuffer.wrap(Arrays.copyOfRange(bytes, start(row), end(row)));
        copy.getShort();
        List<ByteBuffer> values = new ArrayList<>(columns);
        for (int column = 0; column < columns; column++) {
            int length = copy.getInt();
            values.add(copy.slice(copy.position(), length));
            copy.position(copy.position() + length);
        }
        return values;
    }

    byte[] bytes() {
        return bytes;
    }

    /** Returns where a row begins in {@link #bytes}. */
    int start(int row) {
        return row == 0 ? 0 : ends[row - 1];
    }

    /** Returns where a row ends. */
    int end(int row) {
        return ends[row];
    }

    /** Returns the values of one row as text, key first. */
    String[] texts(int row) {
        String[] texts = new String[columns];
        int at = start(row) + Short.BYTES;
        for (int column = 0; column < columns; column++) {
            int length = ByteBuffer.wrap(bytes).getInt(at);
            at += Integer.BYTES;
            texts[column] = new String(bytes, at, length, StandardCharsets.UTF_8);
            at += length;
        }
        return texts;
    }

    private void reserve(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), grown()));
        }
    }

    /**
     * Returns the new size: what all rows need if the following ones are like those so far, because arrays that doubling leaves behind stay
     * in the heap until it is full. Where the rows are not alike, a quarter more.
     */
    private int grown() {
        if (rows == 0) {
            return Math.multiplyExact(bytes.length, 2);
        }
        long row = size / rows + 1L;
        long wanted = Math.min(row * (ends.length + SPARE_ROWS), MAX_BYTES + row);
        return (int) Math.max(wanted, bytes.length + (long) bytes.length / 4);
    }
}
