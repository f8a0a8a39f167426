package squall.sql;

import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends rows to PostgreSQL's COPY on one connection. One thread. */
final class CopyStream {
    private static final Logger LOG = LoggerFactory.getLogger(CopyStream.class);

    /** Sends rows, but not the end of the COPY. */
    interface Rows {
        void to(CopyIn copy) throws SQLException;
    }

    private CopyStream() {}

    /** One COPY. @param beforeEnd called when all rows, but not yet their end, have been sent */
    static void send(Connection connection, String statement, Rows rows, Runnable beforeEnd) throws SQLException {
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
}
