package squall.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Cuts a connection if a call on it takes too long: sockets limit reads only, and a frozen server also stops writes once buffers are full. */
record CallTimeout(Connection connection, Duration limit) {
    private static final Logger LOG = LoggerFactory.getLogger(CallTimeout.class);

    /** What is done on the connection. */
    interface Call {
        void run() throws SQLException;
    }

    void within(Call call) throws SQLException {
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
