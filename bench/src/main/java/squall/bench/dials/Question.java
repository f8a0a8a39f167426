package squall.bench.dials;

import java.sql.SQLException;

/** As much of a statement as its answer depends on; worked out once, when it is prepared. */
interface Question {
    Query.Verb verb();

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
        Answer answer(DialsServer server);
    }

    /**
     * What the server makes of a statement's text.
     *
     * @throws SQLException if it is about a table that the server lacks
     */
    static Question of(String sql, Dials dials) throws SQLException {
        if (sql.contains("squall_tpcc")) {
            throw new SQLException("nothing was loaded here, so there are no notes of a load", "42P01");
        }
        return dials.warehouses() > 0 && ShopQuery.asks(sql) ? ShopQuery.of(sql) : Query.of(sql, dials);
    }
}
