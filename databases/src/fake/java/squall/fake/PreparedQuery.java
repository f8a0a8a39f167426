package squall.fake;

import java.sql.SQLException;
import java.util.List;

/** Statement as far as its answer depends on it; parsed once, when it is prepared. */
interface PreparedQuery {
    ParsedStatement.Verb verb();

    /** Returns the number of question marks. */
    int parameters();

    /** Returns the statement with no parameter set yet. */
    Bound bind();

    /** Statement with its parameters, as far as the answer depends on them; used by one thread, again and again. */
    interface Bound {
        void set(int index, long value);

        void set(int index, int[] values);

        /** Returns the number of rows that it returns or changes. */
        long rows();

        /** Returns the answer. Called once for each execution. */
        SimulatedRows answer(DialsServer server);
    }

    /**
     * Parses a statement.
     *
     * @throws SQLException if it needs a table that the server lacks
     */
    static PreparedQuery of(String sql, DialsServer server) throws SQLException {
        if (sql.contains("squall_tpcc")) {
            throw new SQLException("nothing was loaded, so there is no record of a load", "42P01");
        }
        return server.warehouses() > 0 && TpccQuery.asks(sql) ? TpccQuery.of(sql) : ParsedStatement.of(sql, server);
    }

    /** Answer to one query: its rows. */
    interface SimulatedRows {
        /** Returns the columns as the statement names them. */
        List<String> columns();

        long rows();

        /** Returns a value. @param row from 0 @param column from 0 */
        Object cell(long row, int column);

        /** Answer that repeats the same row. */
        record SameRow(List<String> columns, List<Object> cells, long rows) implements SimulatedRows {
            @Override
            public Object cell(long row, int column) {
                return cells.get(column);
            }
        }
    }
}
