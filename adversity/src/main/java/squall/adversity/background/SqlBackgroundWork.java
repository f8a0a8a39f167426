package squall.adversity.background;

import java.io.IOException;
import java.net.ConnectException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import squall.spi.FaultContext;
import squall.spi.FaultEffect;
import squall.spi.Options;
import squall.spi.Target;
import squall.sql.Dialects;
import squall.sql.PlainSql;
import squall.sql.SqlDatabase;
import squall.sql.SqlDialect;
import squall.sql.driver.SqlSettings;
import squall.system.HumanNumbers;

/**
 * Work of one statement or session in the background of a run. The session has the injection's name, by which healing ends it, also from
 * another process.
 */
abstract class SqlBackgroundWork extends BackgroundWork {
    private static final Duration END_LIMIT = Duration.ofSeconds(20);

    /** Limit for the end of a job; a cancelled job reverts its work. */
    private static final Duration JOB_LIMIT = Duration.ofSeconds(60);

    private volatile @Nullable SqlDatabase working;

    SqlBackgroundWork(FaultContext context, Options options) {
        super(context, options);
    }

    /** Performs the work, in a separate session; returns when it is done. */
    abstract void perform(Connection connection, SqlDialect dialect) throws SQLException;

    /** Returns evidence, other than its session, that it is or was at work; empty if there is none. */
    abstract Optional<String> trace(Connection connection, SqlDialect dialect) throws SQLException;

    /** Removes the objects it created; does nothing if there are none. */
    abstract void undo(Connection connection, SqlDialect dialect) throws SQLException;

    @Override
    public final void inject(Duration atMost) throws IOException, InterruptedException {
        if (begun()) {
            return; // begun already
        }
        SqlDatabase database = SqlDatabase.connect(settings(Map.of("ApplicationName", name())));
        working = database;
        begin(() -> {
            try (Connection connection = database.open()) {
                perform(connection, database.dialect());
            }
        });
    }

    /** {@inheritDoc} The session of work that this process began may not be there yet. */
    @Override
    public final FaultEffect effect() throws IOException, InterruptedException {
        SqlDatabase database = database();
        return awaitSign(() -> sign(database))
                .map(FaultEffect::seen)
                .orElseGet(() -> FaultEffect.absent("neither a session nor anything created by " + name() + failure()));
    }

    private Optional<String> sign(SqlDatabase database) throws IOException, InterruptedException {
        return database.administer("looking for " + name(), connection -> {
            Optional<String> trace = trace(connection, database.dialect());
            if (trace.isPresent()) {
                return trace;
            }
            int sessions = sessions(database, connection);
            return sessions > 0
                    ? Optional.of(HumanNumbers.counted(sessions, "session") + " named " + name())
                    : Optional.empty();
        });
    }

    @Override
    public final void heal() throws IOException, InterruptedException {
        SqlDatabase database = database();
        database.administer("healing " + name(), connection -> {
            end(database, connection);
            undo(connection, database.dialect());
            return true;
        });
    }

    /** Counts the sessions with the name; those that only check and heal have another one. */
    private int sessions(SqlDatabase database, Connection connection) throws SQLException {
        // CockroachDB has pg_stat_activity too, always empty.
        return database.dialect().equals(Dialects.COCKROACHDB)
                ? number(
                        connection,
                        "SELECT count(*) FROM [SHOW CLUSTER SESSIONS] WHERE status <> 'CLOSED' AND application_name = ?")
                : onServers(database, connection, "SELECT count(*) FROM pg_stat_activity WHERE application_name = ?");
    }

    /** Sums the answers of all servers, if their sessions are not visible on others. */
    private int onServers(SqlDatabase database, Connection connection, String query) throws SQLException {
        if (!database.dialect().equals(Dialects.YUGABYTEDB)) {
            return number(connection, query);
        }
        int sum = 0;
        for (String endpoint : database.endpoints()) {
            try (Connection server = database.watch(endpoint)) {
                sum += number(server, query);
            } catch (SQLException e) {
                if (!(e.getCause() instanceof ConnectException)) {
                    throw e;
                }
                // Nothing listens there, so there are no sessions.
            }
        }
        return sum;
    }

    private int number(Connection connection, String query) throws SQLException {
        return Integer.parseInt(text(connection, query, name()));
    }

    private void end(SqlDatabase database, Connection connection) throws SQLException {
        if (database.dialect().equals(Dialects.COCKROACHDB)) {
            until(connection, "sessions named " + name() + " did not end", END_LIMIT, () -> {
                PlainSql.execute(
                        connection,
                        "CANCEL SESSIONS IF EXISTS SELECT session_id FROM [SHOW CLUSTER SESSIONS]"
                                + " WHERE status <> 'CLOSED' AND application_name = '" + name() + "'");
                return sessions(database, connection) == 0;
            });
            // Only then, as a session that ends late may begin one.
            until(connection, "jobs of " + name() + " did not end", JOB_LIMIT, () -> {
                CockroachJobs.cancel(connection, name());
                return CockroachJobs.unfinished(connection, name()).isEmpty();
            });
            return;
        }
        String terminate = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = ?";
        until(
                connection,
                "sessions named " + name() + " did not end",
                END_LIMIT,
                () -> onServers(database, connection, terminate) == 0);
    }

    /** Step of healing that is repeated until there is nothing left to do. */
    interface Repeated {
        boolean over() throws SQLException;
    }

    /** Repeats the step, with a pause on the server. @param failure message when the limit has passed */
    static void until(Connection connection, String failure, Duration limit, Repeated step) throws SQLException {
        long givenUpNs = System.nanoTime() + limit.toNanos();
        while (!step.over()) {
            if (System.nanoTime() - givenUpNs >= 0) {
                throw new SQLException(failure + " within " + limit.toSeconds() + " s");
            }
            text(connection, "SELECT pg_sleep(0.05)::text");
        }
    }

    /** Returns the first column of the first row; empty text if there is none. */
    static String text(Connection connection, String query, Object... values) throws SQLException {
        return PlainSql.first(connection, query, row -> row.getString(1), values)
                .orElse("");
    }

    /** Returns the first column of each row. */
    static List<String> texts(Connection connection, String query, Object... values) throws SQLException {
        return PlainSql.rows(connection, query, row -> row.getString(1), values);
    }

    /** Performs a query before the work begins. */
    final <T> T asked(String what, Question<T> question) throws IOException, InterruptedException {
        SqlDatabase database = database();
        return database.administer(what, connection -> question.on(connection, database.dialect()));
    }

    /** Query in the server's dialect. */
    interface Question<T> {
        T on(Connection connection, SqlDialect dialect) throws SQLException;
    }

    /** Opens a connection for streaming replication, with the same name as that of {@link #perform}. */
    final Connection replication() throws SQLException {
        SqlDatabase named = working;
        if (named == null) {
            throw new IllegalStateException(name() + " was not started by this process");
        }
        return named.replicationConnection();
    }

    private SqlDatabase database() throws IOException, InterruptedException {
        return SqlDatabase.connect(settings(Map.of()));
    }

    private SqlSettings settings(Map<String, String> properties) throws IOException {
        Target target = context().cluster().target();
        return SqlSettings.of(target.url(), target.user(), target.password()).with(properties);
    }

    /**
     * Set of the jobs of a CockroachDB: change feeds, backups and schema changes continue as jobs when the session that began them is
     * gone. Those of one piece of work have its name in their description.
     */
    static final class CockroachJobs {
        private static final String UNFINISHED =
                "'pending', 'running', 'paused', 'pause-requested', 'cancel-requested', 'reverting'";

        private CockroachJobs() {}

        /** Lists the ids of jobs that have not ended. */
        static List<String> unfinished(Connection connection, String name) throws SQLException {
            return SqlBackgroundWork.texts(
                    connection,
                    "SELECT job_id FROM [SHOW JOBS] WHERE status IN (" + UNFINISHED
                            + ") AND description ~ ? ORDER BY job_id",
                    // As a whole word: f1 is a part of f10.
                    "(^|[^a-z0-9_])" + name + "($|[^a-z0-9_])");
        }

        /** Cancels the jobs that have not ended; one that ends by itself meanwhile needs no cancelling. */
        static void cancel(Connection connection, String name) throws SQLException {
            for (String job : unfinished(connection, name)) {
                try {
                    PlainSql.execute(connection, "CANCEL JOB " + job);
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
}
