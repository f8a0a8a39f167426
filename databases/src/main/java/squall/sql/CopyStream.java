package squall.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stream of rows to PostgreSQL's COPY on one connection. Used by one thread. */
public final class CopyStream {
    private static final Logger LOG = LoggerFactory.getLogger(CopyStream.class);

    /** Sender of rows, but not of the end of the COPY. */
    public interface Rows {
        void to(CopyIn copy) throws SQLException;
    }

    private CopyStream() {}

    /** Executes one COPY. @param beforeEnd called when all rows, but not yet their end, have been sent */
    public static void send(Connection connection, String statement, Rows rows, Runnable beforeEnd)
            throws SQLException {
        CopyIn copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(statement);
        try {
            rows.to(copy);
            beforeEnd.run();
            copy.endCopy();
        } finally {
            cancelIfActive(copy);
        }
    }

    private static void cancelIfActive(CopyIn copy) {
        try {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        } catch (SQLException e) {
            LOG.debug("a COPY that failed could not be cancelled either", e);
        }
    }

    /**
     * Timeout that cuts a connection if a call on it takes too long: sockets limit reads only, and a frozen server also stops writes once
     * buffers are full.
     */
    public record CallTimeout(Connection connection, Duration limit) {
        /** Call on the connection. */
        public interface Call {
            void run() throws SQLException;
        }

        public void within(Call call) throws SQLException {
            CompletableFuture<Void> ended = new CompletableFuture<>();
            CompletableFuture<Void> unused = ended.orTimeout(limit.toNanos(), TimeUnit.NANOSECONDS)
                    .exceptionally(late -> {
                        cut();
                        return null;
                    });
            try {
                call.run();
            } finally {
                ended.complete(null);
            }
        }

        private void cut() {
            try {
                connection.abort(Thread::startVirtualThread);
            } catch (SQLException e) {
                LOG.debug("the connection was closed before it could be aborted", e);
            }
        }
    }
}
