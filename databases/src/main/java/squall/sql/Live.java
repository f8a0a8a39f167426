package squall.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;

/**
 * One open connection with the load's statements on it, and how far the unit of work under way has got. One thread, except
 * {@link #abort}.
 */
final class Live<S extends AutoCloseable> {
    /** An acknowledgement that no standby confirmed although one was waited for. */
    static final String WEAK_ACKNOWLEDGEMENT = "weak-ack";

    private static final Logger LOG = LoggerFactory.getLogger(Live.class);

    private final Connection connection;
    private final int endpoint;
    private final Watched watched;
    private final S statements;
    private boolean autocommit = true;
    private boolean committing;

    private Live(Connection connection, int endpoint, Watched watched, S statements) {
        this.connection = connection;
        this.endpoint = endpoint;
        this.watched = watched;
        this.statements = statements;
    }

    /** Connects and prepares. */
    static <S extends AutoCloseable> Live<S> open(
            Connector connector, int endpoint, Connector.Purpose purpose, SqlSession.Preparation<S> preparation)
            throws SQLException {
        Connection connection = connector.open(endpoint, purpose);
        try {
            Watched watched = new Watched(connection);
            return new Live<>(connection, endpoint, watched, watched.prepare(preparation));
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    int endpoint() {
        return endpoint;
    }

    Outcome statement(Effect effect, SqlSession.Work<S> work) throws SQLException {
        committing = false;
        commitEach(true);
        committing = true;
        Outcome outcome = work.run(statements);
        return effect == Effect.READ ? outcome : confirmed(outcome);
    }

    Outcome transaction(Effect effect, SqlSession.Work<S> work) throws SQLException {
        committing = false;
        commitEach(false);
        Outcome outcome = work.run(statements);
        if (!(outcome instanceof Outcome.Ok)) {
            rollBack();
            return outcome;
        }
        committing = true;
        connection.commit();
        return effect == Effect.READ ? outcome : confirmed(outcome);
    }

    /** Whether the failure of this work, which was run last, came after the step that commits had been handed over. */
    boolean decided(SqlSession.Work<S> work) {
        return committing && !(work instanceof Staged<S> staged && !staged.handedOver());
    }

    /** Ends a failed or refused transaction, so that the next unit begins clean. False if the connection is of no more use. */
    boolean rollBack() {
        try {
            if (!autocommit) {
                connection.rollback();
            }
            return !connection.isClosed();
        } catch (SQLException e) {
            LOG.debug("rollback failed, so the connection is given up", e);
            close();
            return false;
        }
    }

    /** Closes the socket under a blocked call; from any thread. */
    void abort() {
        try {
            // On a thread of its own, since closing a TLS socket may wait for a peer that is frozen.
            connection.abort(Thread::startVirtualThread);
        } catch (SQLException e) {
            LOG.debug("abort failed: the connection was gone already", e);
        }
    }

    void close() {
        try {
            statements.close();
        } catch (
                Exception
                        e) { // AutoCloseable of the load: anything may come, and the connection must be closed all the
            // same
            LOG.debug("closing statements failed", e);
        }
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
            return warning == null ? outcome : weak(WEAK_ACKNOWLEDGEMENT, SqlErrors.firstLine(warning));
        } catch (SQLException e) {
            return weak(SqlErrors.code(e), "acknowledged, but its warnings cannot be read: " + SqlErrors.firstLine(e));
        }
    }

    private static Outcome weak(String code, String message) {
        return new Outcome.Unknown(new ErrorCode(ErrorKind.OTHER, code), message);
    }
}
