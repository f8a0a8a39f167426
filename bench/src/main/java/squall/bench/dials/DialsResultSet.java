package squall.bench.dials;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;

/** Implements {@link ResultSet}: the result of a query. A statement has one and reopens it for each result. */
final class DialsResultSet {
    private static final InterfaceProxy<ResultSet> FACE = new InterfaceProxy<>(ResultSet.class, DialsResultSet.class);

    private final ResultSet face = FACE.of(this);
    private PreparedQuery.SimulatedRows answer = new PreparedQuery.SimulatedRows.SameRow(List.of(), List.of(), 0);
    private long row = -1;
    private boolean closed = true;

    ResultSet face() {
        return face;
    }

    void open(PreparedQuery.SimulatedRows newAnswer) {
        answer = newAnswer;
        row = -1;
        closed = false;
    }

    public boolean next() throws SQLException {
        if (closed) {
            throw new SQLException("the result set is closed", "24000");
        }
        row = Math.min(row + 1, answer.rows());
        return row < answer.rows();
    }

    public int findColumn(String label) throws SQLException {
        List<String> columns = answer.columns();
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).equalsIgnoreCase(label) || columns.get(i).equals("*")) {
                return i + 1;
            }
        }
        throw new SQLException("there is no column '" + label + "' in " + columns, "42703");
    }

    public Object getObject(int column) throws SQLException {
        if (closed || row < 0 || row >= answer.rows()) {
            throw new SQLException("the result set is not on a row", "24000");
        }
        if (column < 1 || column > answer.columns().size()) {
            throw new SQLException(
                    "the result set has " + answer.columns().size() + " columns, there is no number " + column,
                    "22023");
        }
        return answer.cell(row, column - 1);
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

    public BigDecimal getBigDecimal(int column) throws SQLException {
        return BigDecimal.valueOf(getLong(column));
    }

    public BigDecimal getBigDecimal(String label) throws SQLException {
        return getBigDecimal(findColumn(label));
    }

    public int getInt(String label) throws SQLException {
        return getInt(findColumn(label));
    }

    public boolean getBoolean(int column) throws SQLException {
        return getLong(column) != 0;
    }

    public boolean wasNull() {
        return false;
    }

    public ResultSetMetaData getMetaData() {
        return DialsColumns.of(answer.columns());
    }

    public void setFetchSize(int rows) {}

    public boolean isClosed() {
        return closed;
    }

    public void close() {
        closed = true;
    }

    /** Stands behind {@link ResultSetMetaData}. */
    static final class DialsColumns {
        private static final InterfaceProxy<ResultSetMetaData> FACE =
                new InterfaceProxy<>(ResultSetMetaData.class, DialsColumns.class);

        private final List<String> columns;

        private DialsColumns(List<String> columns) {
            this.columns = columns;
        }

        static ResultSetMetaData of(List<String> columns) {
            return FACE.of(new DialsColumns(columns));
        }

        public int getColumnCount() {
            return columns.size();
        }

        public String getColumnName(int column) {
            return columns.get(column - 1);
        }

        public String getColumnLabel(int column) {
            return columns.get(column - 1);
        }
    }
}
