package squall.adversity.background;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * The jobs of a CockroachDB: change feeds, backups and changes of the schema go on as jobs when the session that began them has gone. Those
 * of one piece of work have its name in their description.
 */
final class CockroachJobs {
    private static final String UNFINISHED =
            "'pending', 'running', 'paused', 'pause-requested', 'cancel-requested', 'reverting'";

    private CockroachJobs() {}

    /** The ids of those that have not ended. */
    static List<String> unfinished(Connection connection, String name) throws SQLException {
        return SqlBackgroundWork.texts(
                connection,
                "SELECT job_id FROM [SHOW JOBS] WHERE status IN (" + UNFINISHED
                        + ") AND description ~ ? ORDER BY job_id",
                // As a whole word: f1 is a part of f10.
                "(^|[^a-z0-9_])" + name + "($|[^a-z0-9_])");
    }

    /** Cancels those that have not ended; one that ends by itself meanwhile needs no cancelling. */
    static void cancel(Connection connection, String name) throws SQLException {
        for (String job : unfinished(connection, name)) {
            try {
                SqlBackgroundWork.execute(connection, "CANCEL JOB " + job);
            } catch (SQLException e) {
                if (!ending(connection, job)) {
                    throw e;
                }
            }
        }
    }

    private static boolean ending(Connection connection, String job) throws SQLException {
        String status = SqlBackgroundWork.text(connection, "SELECT status FROM [SHOW JOB " + job + "]");
        return List.of("succeeded", "failed", "canceled", "cancel-requested", "reverting")
                .contains(status);
    }

    /** Waits until the job has ended. @throws SQLException unless it succeeded */
    static void await(Connection connection, String job) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SHOW JOB WHEN COMPLETE " + job);
                ResultSet row = statement.executeQuery()) {
            String status = row.next() ? row.getString("status") : "unknown";
            if (!"succeeded".equals(status)) {
                String error = "unknown".equals(status) ? "" : String.valueOf(row.getString("error"));
                throw new SQLException("job " + job + " ended as " + status
                        + (error.isEmpty() || error.equals("null") ? "" : ": " + error));
            }
        }
    }
}
