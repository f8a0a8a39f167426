package squall.bench.dials;

import java.sql.SQLException;
import java.util.List;

/** As much of a statement as its answer depends on; worked out once, when it is prepared. */
interface PreparedQuery {
    ParsedStatement.Verb verb();

    /** How many question marks it has. */
    int parameters();

    /** The statement with no parameter set yet. */
    Bound bind();

    /** A statement with its parameters, as far as the answer depends on them; used by one thread, again and again. */
    interface Bound {
        void set(int index, long value);

        void set(int index, int[] values);

        /** How many rows it gives or changes. */
        long rows();

        /** Called once for each execution. */
        SimulatedRows answer(DialsServer server);
    }

    /**
     * What the server makes of a statement's text.
     *
     * @throws SQLException if it is about a table that the server lacks
     */
    static PreparedQuery of(String sql, Dials dials) throws SQLException {
        if (sql.contains("squall_tpcc")) {
            throw new SQLException("nothing was loaded, so there is no record of a load", "42P01");
        }
        return dials.warehouses() > 0 && TpccQuery.asks(sql) ? TpccQuery.of(sql) : ParsedStatement.of(sql, dials);
    }

    /** The rows that answer one query. */
    interface SimulatedRows {
        /** As the statement names them. */
        List<String> columns();

        long rows();

        /** @param row and column from 0 */
        Object cell(long row, int column);

        /** The same row again and again. */
        record SameRow(List<String> columns, List<Object> cells, long rows) implements SimulatedRows {
            @Override
            public Object cell(long row, int column) {
                return cells.get(column);
            }
        }
    }
}
