package squall.fake;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Implementation of {@link Statement}, and base of that of prepared ones. */
class DialsStatement {
    private static final InterfaceProxy<Statement> FACE = new InterfaceProxy<>(Statement.class, DialsStatement.class);

    private final DialsConnection connection;
    private final DialsResultSet result = new DialsResultSet();
    private long updated;
    private boolean closed;

    DialsStatement(DialsConnection connection) {
        this.connection = connection;
    }

    static Statement of(DialsConnection connection) {
        return FACE.of(new DialsStatement(connection));
    }

    /** Sends a statement; afterwards the result set or the count of changed rows is its answer. @param times number of rows it is about */
    final void send(PreparedQuery question, PreparedQuery.Bound bound, LatencyModel latency, long times)
            throws SQLException {
        if (closed) {
            throw new SQLException("the statement is closed", "55000");
        }
        connection.call(latency);
        account(question.verb(), times);
        if (question.verb() == ParsedStatement.Verb.SELECT) {
            result.open(bound.answer(connection.server()));
        } else {
            updated = question.verb().changesRows() ? times : 0;
        }
    }

    private void account(ParsedStatement.Verb verb, long times) {
        switch (verb) {
            case INSERT -> connection.server().addRows(times);
            case DELETE -> connection.server().addRows(-times);
            case TRUNCATE, DROP -> connection.server().dropRows();
            case SELECT, UPDATE, OTHER -> {}
        }
    }

    private ParsedStatement.Verb once(String sql) throws SQLException {
        PreparedQuery question = PreparedQuery.of(sql, connection.server());
        PreparedQuery.Bound bound = question.bind();
        send(question, bound, connection.server().latency(sql), bound.rows());
        return question.verb();
    }

    public boolean execute(String sql) throws SQLException {
        return once(sql) == ParsedStatement.Verb.SELECT;
    }

    public ResultSet executeQuery(String sql) throws SQLException {
        return selected(once(sql));
    }

    public int executeUpdate(String sql) throws SQLException {
        return changed(once(sql));
    }

    final ResultSet selected(ParsedStatement.Verb verb) throws SQLException {
        if (verb != ParsedStatement.Verb.SELECT) {
            throw new SQLException("the statement returned no rows", "02000");
        }
        return result.face();
    }

    final int changed(ParsedStatement.Verb verb) throws SQLException {
        if (verb == ParsedStatement.Verb.SELECT) {
            throw new SQLException("the statement returned rows where none were expected", "0100E");
        }
        return Math.toIntExact(updated);
    }

    public void setFetchSize(int rows) {}

    public @Nullable SQLWarning getWarnings() {
        return null; // there is never anything to warn of
    }

    public void clearWarnings() {}

    public boolean isClosed() {
        return closed;
    }

    public void close() {
        result.close();
        closed = true;
    }

    /** Implementation of {@link ResultSet}: the result of a query. A statement has one and reopens it for each result. */
    static final class DialsResultSet {
        private static final InterfaceProxy<ResultSet> FACE =
                new InterfaceProxy<>(ResultSet.class, DialsResultSet.class);

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

        /** Implementation of {@link ResultSetMetaData}. */
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
}
