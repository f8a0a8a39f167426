package squall.sql.metrics;

import java.sql.SQLException;

/** A database's complaint in one line. */
final class SqlWords {
    private SqlWords() {}

    static String of(SQLException e) {
        String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        return e.getSQLState() == null ? message : message + " (" + e.getSQLState() + ")";
    }
}
