package squall.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.postgresql.PGConnection;
import org.postgresql.replication.PGReplicationStream;

/** Stream of a logical replication slot, read as fast as it fills, over PostgreSQL's streaming replication. */
public final class ReplicationStream {
    /** Pause where there is nothing to read. */
    private static final Duration PAUSE = Duration.ofMillis(20);

    private ReplicationStream() {}

    /**
     * Reads until the thread is interrupted or the connection ends; confirms what was read every second, so that the server keeps no log
     * for it.
     *
     * @param connection as {@link SqlDatabase#replicationConnection} gives it
     * @param slot of the plug-in pgoutput
     */
    public static void follow(Connection connection, String slot, String publication) throws SQLException {
        try (PGReplicationStream stream = connection
                .unwrap(PGConnection.class)
                .getReplicationAPI()
                .replicationStream()
                .logical()
                .withSlotName(slot)
                .withSlotOption("proto_version", 1)
                .withSlotOption("publication_names", publication)
                .withStatusInterval(1, TimeUnit.SECONDS)
                .start()) {
            while (!Thread.currentThread().isInterrupted()) {
                // Not the read that blocks: it confirms nothing until the next change comes.
                if (stream.readPending() == null) {
                    LockSupport.parkNanos(PAUSE.toNanos());
                } else {
                    stream.setFlushedLSN(stream.getLastReceiveLSN());
                    stream.setAppliedLSN(stream.getLastReceiveLSN());
                }
            }
        }
    }
}
