package squall.sql;

/**
 * Rows on their way to the database, in the layout of PostgreSQL's binary COPY, so that the common case is sent as it lies.
 *
 * <p>Filled and sent by one thread, then cleared and filled again.
 */
public final class RowChunk {
    /** @param maxRows when it counts as full */
    public RowChunk(int columns, int maxRows) {
        throw new UnsupportedOperationException(columns + " " + maxRows);
    }

    public void beginRow() {}

    /** Appends one value of the current row: UTF-8 text. */
    public void value(byte[] utf8, int offset, int length) {}

    public void endRow() {}

    public int rows() {
        return 0;
    }

    public boolean full() {
        return false;
    }

    public void clear() {}
}
