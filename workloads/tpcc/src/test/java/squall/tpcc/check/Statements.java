package squall.tpcc.check;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import squall.sql.SqlDatabase;

/** Statements of a test's own. */
final class Statements {
    private Statements() {}

    static void execute(SqlDatabase database, String... statements) throws SQLException, InterruptedException {
        try (Connection connection = database.open()) {
            execute(connection, statements);
        }
    }

    static void execute(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
