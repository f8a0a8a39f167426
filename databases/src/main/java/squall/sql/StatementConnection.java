package squall.sql;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLWarning;
import org.postgresql.util.ServerErrorMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.sql.SqlSession.SqlWork;
import squall.sql.SqlSession.StagedWork;
import squall.sql.driver.DriverFamily;

/**
 * Connection that is open, with the load's statements on it, and the progress of the present unit of work. Used by one thread, except
 * {@link #abort}.
 */
final class StatementConnection<S> {
    private static final Logger LOG = LoggerFactory.getLogger(StatementConnection.class);

    private final Connection connection;
    private final int endpoint;
    private final WarningCollector watched;
    private final S statements;
    private boolean autocommit = true;
    private boolean committing;

    private StatementConnection(Connection connection, int endpoint, WarningCollector watched, S statements) {
        this.connection = connection;
        this.endpoint = endpoint;
        this.watched = watched;
        this.statements = statements;
    }

    /** Connects and prepares. */
    static <S> StatementConnection<S> open(
            JdbcConnector connector, int endpoint, DriverFamily.Purpose purpose, SqlSession.Preparation<S> preparation)
            throws SQLException {
        Connection connection = connector.open(endpoint, purpose);
        try {
            WarningCollector watched = new WarningCollector(connection);
            return new StatementConnection<>(connection, endpoint, watched, watched.prepare(preparation));
        } catch (SQLException | RuntimeException | Error e) { // the load's own code may throw anything
            close(connection);
            throw e;
        }
    }

    int endpoint() {
        return endpoint;
    }

    Outcome statement(WorkEffect effect, SqlWork<S> work) throws SQLException {
        committing = false;
        commitEach(true);
        committing = true;
        Outcome outcome = work.run(statements);
        return effect == WorkEffect.READ ? outcome : confirmed(outcome);
    }

    Outcome transaction(WorkEffect effect, SqlWork<S> work) throws SQLException {
        committing = false;
        commitEach(false);
        Outcome outcome = work.run(statements);
        if (!(outcome instanceof Outcome.Ok)) {
            rollBack();
            return outcome;
        }
        committing = true;
        connection.commit();
        return effect == WorkEffect.READ ? outcome : confirmed(outcome);
    }

    /** Returns whether the last work failed after its committing step had been passed to the driver. */
    boolean decided(SqlWork<S> work) {
        return committing && !(work instanceof StagedWork<S> staged && !staged.handedOver());
    }

    /** Ends a failed or refused transaction, so that the next unit begins clean. False if the connection is of no more use. */
    boolean rollBack() {
        try {
            if (!autocommit) {
                connection.rollback();
            }
            return !connection.isClosed();
        } catch (SQLException e) {
            LOG.debug("rollback failed, so the connection is discarded", e);
            close();
            return false;
        }
    }

    /** Closes the socket under a blocked call; may be called from any thread. */
    void abort() {
        try {
            // On a thread of its own, since closing a TLS socket may wait for a peer that is frozen.
            connection.abort(Thread::startVirtualThread);
        } catch (SQLException e) {
            LOG.debug("abort failed: the connection was already closed", e);
        }
    }

    void close() {
        close(connection);
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            LOG.debug("closing a connection failed: it was broken", e);
        }
    }

    private void commitEach(boolean wanted) throws SQLException {
        if (autocommit != wanted) {
            connection.setAutoCommit(wanted);
            autocommit = wanted;
        }
    }

    private Outcome confirmed(Outcome outcome) {
        if (!(outcome instanceof Outcome.Ok)) {
            return outcome;
        }
        try {
            @Nullable SQLWarning warning = watched.unreplicated();
            return warning == null ? outcome : weak(SqlSession.WEAK_ACKNOWLEDGEMENT, SqlErrors.firstLine(warning));
        } catch (SQLException e) {
            return weak(SqlErrors.code(e), "acknowledged, but its warnings cannot be read: " + SqlErrors.firstLine(e));
        }
    }

    private static Outcome weak(String code, String message) {
        return new Outcome.Unknown(new ErrorCode(ErrorKind.OTHER, code), message);
    }

    /**
     * Collector of the warnings of a connection and of the statements created on its view, to be read after a success: a cancelled wait for
     * a synchronous standby is reported in no other way. Used by one thread.
     */
    private static final class WarningCollector implements InvocationHandler {
        /** Name of the server function that waits for standbys; it identifies this warning in every language. */
        private static final String STANDBY_WAIT = "SyncRepWaitForLSN";

        /** Number of known statements from which closed ones are removed, and again whenever it has doubled. */
        private static final int SWEEP_AT_LEAST = 64;

        private final Connection connection;
        private final List<Statement> made = new ArrayList<>();
        private int sweepAt = SWEEP_AT_LEAST;

        WarningCollector(Connection connection) {
            this.connection = connection;
        }

        /** Prepares on a view of the connection that remembers the statements created on it, now and later. */
        <S> S prepare(SqlSession.Preparation<S> preparation) throws SQLException {
            var view = (Connection) Proxy.newProxyInstance(
                    WarningCollector.class.getClassLoader(), new Class<?>[] {Connection.class}, this);
            S result = preparation.on(view);
            sweep();
            return result;
        }

        /** Returns and clears the warning that the last acknowledged write is not on a standby, if there is one. */
        @Nullable
        SQLWarning unreplicated() throws SQLException {
            SQLWarning found = unreplicated(connection.getWarnings());
            if (found != null) {
                connection.clearWarnings();
                return found;
            }
            for (Statement statement : made) {
                found = statement.isClosed() ? null : unreplicated(statement.getWarnings());
                if (found != null) {
                    statement.clearWarnings();
                    return found;
                }
            }
            return null;
        }

        private static @Nullable SQLWarning unreplicated(@Nullable SQLWarning first) {
            for (@Nullable SQLWarning warning = first; warning != null; warning = warning.getNextWarning()) {
                ServerErrorMessage message = warning instanceof PSQLWarning w ? w.getServerErrorMessage() : null;
                if (message != null && STANDBY_WAIT.equals(message.getRoutine())) {
                    return warning;
                }
            }
            return null;
        }

        @Override
        public @Nullable Object invoke(Object view, Method method, Object @Nullable [] arguments) throws Throwable {
            try {
                Object result = method.invoke(connection, arguments);
                if (result instanceof Statement statement) {
                    if (made.size() >= sweepAt) {
                        sweep();
                    }
                    made.add(statement);
                }
                return result;
            } catch (InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
            }
        }

        /** Removes closed statements, which have no warnings and would throw when asked. */
        private void sweep() throws SQLException {
            for (Statement statement : List.copyOf(made)) {
                if (statement.isClosed()) {
                    made.remove(statement);
                }
            }
            sweepAt = Math.max(SWEEP_AT_LEAST, 2 * made.size());
        }
    }
}
