package squall.tpcc.check;

import java.sql.SQLException;

/** A database that cannot be asked, in one line. */
final class SqlFailure {
    private SqlFailure() {}

    /** SQLSTATE and first line; the rest of a message may hold data. */
    static String told(SQLException e) {
        String state = e.getSQLState() == null ? e.getClass().getSimpleName() : e.getSQLState();
        return state + ": "
                + String.valueOf(e.getMessage()).lines().findFirst().orElse("").strip();
    }
}
