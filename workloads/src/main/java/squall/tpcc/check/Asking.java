package squall.tpcc.check;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import squall.sql.SqlDatabase;

/** One question to the database on a connection of its own; a failure says what was asked and what the server answered. */
final class Asking {
    /** What is asked. */
    interface Question<T> {
        T on(Connection connection) throws SQLException;
    }

    private Asking() {}

    static <T> T of(SqlDatabase database, String what, Question<T> question) throws IOException, InterruptedException {
        try (Connection connection = database.open()) {
            return question.on(connection);
        } catch (SQLException e) {
            throw new IOException(what + " failed: " + told(e), e);
        }
    }

    /** SQLSTATE and first line; the rest of a message may hold data. */
    static String told(SQLException e) {
        String state = e.getSQLState() == null ? e.getClass().getSimpleName() : e.getSQLState();
        return state + ": "
                + String.valueOf(e.getMessage()).lines().findFirst().orElse("").strip();
    }
}
