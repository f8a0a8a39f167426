package squall.bench.dials;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;

/** Stands behind {@link ResultSet}: the same row again and again. A statement has one and opens it anew for each answer. */
final class DialsResultSet {
    private static final Face<ResultSet> FACE = new Face<>(ResultSet.class, DialsResultSet.class);

    private final ResultSet face = FACE.of(this);
    private List<String> columns = List.of();
    private List<Object> row = List.of();
    private long left;
    private boolean onRow;
    private boolean closed = true;

    ResultSet face() {
        return face;
    }

    void open(List<String> columns, List<Object> row, long rows) {
        this.columns = columns;
        this.row = row;
        this.left = rows;
        this.onRow = false;
        this.closed = false;
    }

    public boolean next() throws SQLException {
        if (closed) {
            throw new SQLException("the result set is closed", "24000");
        }
        onRow = left > 0;
        left--;
        return onRow;
    }

    public int findColumn(String label) throws SQLException {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).equalsIgnoreCase(label)) {
                return i + 1;
            }
        }
        throw new SQLException("there is no column '" + label + "' in " + columns, "42703");
    }

    public Object getObject(int column) throws SQLException {
        if (!onRow) {
            throw new SQLException("the result set is not on a row", "24000");
        }
        if (column < 1 || column > row.size()) {
            throw new SQLException(
                    "the result set has " + row.size() + " columns, there is no number " + column, "22023");
        }
        return row.get(column - 1);
    }

    public Object getObject(String label) throws SQLException {
        return getObject(findColumn(label));
    }

    public String getString(int column) throws SQLException {
        return getObject(column).toString();
    }

    public String getString(String label) throws SQLException {
        return getString(findColumn(label));
    }

    public byte[] getBytes(int column) throws SQLException {
        return getString(column).getBytes(StandardCharsets.UTF_8);
    }

    public long getLong(int column) throws SQLException {
        if (getObject(column) instanceof Number number) {
            return number.longValue();
        }
        throw new SQLException("column " + column + " is text, not a number", "22018");
    }

    public int getInt(int column) throws SQLException {
        return Math.toIntExact(getLong(column));
    }

    public boolean getBoolean(int column) throws SQLException {
        return getLong(column) != 0;
    }

    public boolean wasNull() {
        return false;
    }

    public ResultSetMetaData getMetaData() {
        return DialsColumns.of(columns);
    }

    public void setFetchSize(int rows) {}

    public boolean isClosed() {
        return closed;
    }

    public void close() {
        onRow = false;
        closed = true;
    }
}
