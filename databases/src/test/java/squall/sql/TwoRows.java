package squall.sql;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import squall.spi.Outcome;
import squall.sql.driver.SqlSettings;

/** Table of two rows on a server, with sessions that work on them. */
record TwoRows(Server server) {
    void reset() throws Exception {
        server.administer("DROP TABLE IF EXISTS t");
        server.administer("CREATE TABLE t (k text PRIMARY KEY, v int)");
        server.administer("INSERT INTO t VALUES ('a', 0), ('b', 0)");
    }

    /** Returns a column of the first row. */
    long value(String column) {
        return server.number("SELECT " + column + " FROM t WHERE k = 'a'");
    }

    SqlSession<Row> session(SqlSettings settings) throws IOException, InterruptedException {
        return SqlDatabase.connect(settings).session(0, Row::new);
    }

    /** Creates a session that connects with its first unit of work. */
    SqlSession<Row> lateSession(SqlSettings settings) throws IOException, InterruptedException {
        return SqlDatabase.connect(settings).lateSession(0, Row::new);
    }

    void terminate(int backend) {
        server.administered("SELECT pg_terminate_backend(" + backend + ", 5000)");
    }

    /** Executes a statement on a thread of a test, where an interrupt is a failure. */
    static Outcome outcome(SqlSession<Row> session, WorkEffect effect, TestTurn turn, SqlSession.SqlWork<Row> work) {
        try {
            return session.statement(effect, turn, work);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Executes a transaction as {@link #outcome} does a statement. */
    static Outcome committed(SqlSession<Row> session, TestTurn turn, SqlSession.SqlWork<Row> work) {
        try {
            return session.transaction(WorkEffect.ONCE, turn, work);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Row on which the tests' load works, with its statements. */
    static final class Row implements AutoCloseable {
        static final SqlSession.SqlWork<Row> READ = row -> row.read(Outcome.OK);
        static final SqlSession.SqlWork<Row> INCREMENT = Row::increment;

        private final Connection connection;
        private final PreparedStatement read;
        private final PreparedStatement increment;

        Row(Connection connection) throws SQLException {
            this.connection = connection;
            read = connection.prepareStatement("SELECT * FROM t WHERE k = 'a'");
            increment = connection.prepareStatement("UPDATE t SET v = v + 1 WHERE k = ?");
        }

        Outcome read(Outcome outcome) throws SQLException {
            try (ResultSet rows = read.executeQuery()) {
                return rows.next() ? outcome : Outcome.NOT_FOUND;
            }
        }

        Outcome increment() throws SQLException {
            return increment("a");
        }

        Outcome increment(String key) throws SQLException {
            increment.setString(1, key);
            return increment.executeUpdate() == 1 ? Outcome.OK : Outcome.NOT_FOUND;
        }

        Outcome execute(String sql) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
                return Outcome.OK;
            }
        }

        Outcome says(String isolation) throws SQLException {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SHOW transaction_isolation")) {
                rows.next();
                return isolation.equals(rows.getString(1)) ? Outcome.OK : Outcome.NOT_FOUND;
            }
        }

        int backend() throws SQLException {
            return connection.unwrap(org.postgresql.PGConnection.class).getBackendPID();
        }

        @Override
        public void close() throws SQLException {
            read.close();
            increment.close();
        }
    }
}
