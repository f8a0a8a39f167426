package squall.tpcc.check;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import squall.sql.Dialects;
import squall.sql.PlainSql;
import squall.sql.SqlDatabase;
import squall.sql.SqlDialect;
import squall.sql.SqlDialect.Language;

/** Snapshot of a database: connections that all see the data of one moment, and nothing later. Each is used by one thread at a time. */
final class DatabaseSnapshot implements AutoCloseable {
    /** Enough connections to keep a server's disks and cores busy; more would only compete. */
    private static final int CONNECTIONS = 4;

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseSnapshot.class);

    private final List<Connection> connections = new ArrayList<>();

    private final Language language;

    private DatabaseSnapshot(Language language) {
        this.language = language;
    }

    /** @throws SQLException if a connection or the snapshot cannot be opened */
    static DatabaseSnapshot of(SqlDatabase database) throws SQLException, InterruptedException {
        DatabaseSnapshot snapshot = new DatabaseSnapshot(database.dialect().language());
        try {
            snapshot.take(database);
            return snapshot;
        } catch (SQLException | InterruptedException e) {
            snapshot.close();
            throw e;
        }
    }

    List<Connection> connections() {
        return List.copyOf(connections);
    }

    /** Returns the language of the queries on these connections. */
    Language language() {
        return language;
    }

    /** Ends all calls under way by closing their sockets. May be called from any thread. */
    void abort() {
        for (Connection connection : connections) {
            try {
                connection.abort(Runnable::run);
            } catch (SQLException e) {
                throw new IllegalStateException("the driver cannot abort a connection", e);
            }
        }
    }

    /** Closes all connections. Nothing was written, so a connection that fails to close loses nothing. */
    @Override
    public void close() {
        for (Connection connection : connections) {
            try {
                connection.close();
            } catch (SQLException e) {
                LOG.debug("a read-only connection could not be closed", e);
            }
        }
    }

    private void take(SqlDatabase database) throws SQLException, InterruptedException {
        switch (database.dialect().language()) {
            case POSTGRESQL -> {
                if (!database.dialect().equals(Dialects.POSTGRES)) {
                    begun(database); // whether it exports snapshots is not known
                    return;
                }
                String id = PlainSql.text(begun(database), "SELECT pg_export_snapshot()");
                follow(database, "SET TRANSACTION SNAPSHOT '" + id + "'");
            }
            case COCKROACHDB -> {
                String time;
                try (Connection connection = database.open()) {
                    time = PlainSql.text(connection, "SELECT cluster_logical_timestamp()");
                }
                follow(database, "SET TRANSACTION AS OF SYSTEM TIME " + time);
            }
            // These share no snapshot between connections.
            case YUGABYTEDB, MYSQL, STANDARD -> begun(database);
        }
    }

    private void follow(SqlDatabase database, String statement) throws SQLException, InterruptedException {
        while (connections.size() < CONNECTIONS) {
            PlainSql.execute(begun(database), statement);
        }
    }

    private Connection begun(SqlDatabase database) throws SQLException, InterruptedException {
        Connection connection = database.open();
        connections.add(connection);
        plan(connection, database.dialect());
        connection.setReadOnly(true);
        // CockroachDB reads at a time that is given, whatever the isolation.
        if (!database.dialect().equals(Dialects.COCKROACHDB)) {
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        }
        connection.setAutoCommit(false);
        return connection;
    }

    /**
     * Sets the planner's options: MariaDB would add up all order lines again for each customer (LATERAL DERIVED in its plan), which takes
     * minutes instead of a second.
     */
    static void plan(Connection connection, SqlDialect dialect) throws SQLException {
        if (dialect.equals(Dialects.MARIADB)) {
            PlainSql.execute(connection, "SET SESSION optimizer_switch = 'split_materialized=off'");
        }
    }
}
