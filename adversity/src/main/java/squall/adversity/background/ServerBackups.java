package squall.adversity.background;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import squall.adversity.background.SqlBackgroundWork.CockroachJobs;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.Snapshots;
import squall.spi.FaultContext;
import squall.spi.FaultEffect;
import squall.spi.Options;
import squall.sql.Dialects;
import squall.sql.PlainSql;
import squall.sql.SqlDialect;

/** Backup under load: by the statement of the database itself, and by snapshots of its nodes. */
final class ServerBackups {
    private ServerBackups() {}

    /**
     * Full backup under load. PostgreSQL and YugabyteDB: every table is read completely in one snapshot, as a logical backup does, and
     * discarded; the embedded binaries include no program for a physical one. CockroachDB: its own BACKUP, a job, into the first node's
     * store, where the files stay: no statement removes them.
     */
    static final class SqlBackup extends SqlBackgroundWork {
        private static final int ROWS_AT_ONCE = 5_000;

        private final AtomicLong rows = new AtomicLong();

        /** Finished job on CockroachDB; empty while it is at work. */
        private volatile String finishedJob = "";

        SqlBackup(FaultContext context, Options options) {
            super(context, options);
        }

        @Override
        public List<String> steps() {
            return List.of(
                    "inject: SELECT * of every table in one REPEATABLE READ transaction (CockroachDB: BACKUP INTO nodelocal://1/"
                            + name() + " WITH detached)",
                    "verify: a session named " + name() + ", or rows it has read (CockroachDB: its job)",
                    "done: every table has been read (CockroachDB: its job has succeeded)",
                    "heal: end sessions named " + name()
                            + " (CockroachDB: cancel its job by id, and remove the backup by hand)",
                    "timer: none in the server; a detached process heals");
        }

        @Override
        void perform(Connection connection, SqlDialect dialect) throws SQLException {
            if (dialect.equals(Dialects.COCKROACHDB)) {
                String job = text(
                        connection,
                        "BACKUP INTO 'nodelocal://1/" + name() + "' AS OF SYSTEM TIME '-10s' WITH detached");
                CockroachJobs.await(connection, job);
                finishedJob = job;
                return;
            }
            connection.setAutoCommit(false);
            PlainSql.execute(connection, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
            for (String table : SqlTableFinder.all(connection, dialect)) {
                read(connection, table);
            }
            connection.commit();
        }

        private void read(Connection connection, String table) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.setFetchSize(ROWS_AT_ONCE);
                try (ResultSet found = statement.executeQuery("SELECT * FROM " + table)) {
                    while (found.next()) {
                        rows.incrementAndGet();
                    }
                }
            }
        }

        /**
         * Returns a sign of the backup. A logical backup leaves none when its session is over; only the process that began it knows what it
         * did.
         */
        @Override
        Optional<String> trace(Connection connection, SqlDialect dialect) throws SQLException {
            if (dialect.equals(Dialects.COCKROACHDB)) {
                List<String> jobs = CockroachJobs.unfinished(connection, name());
                return jobs.isEmpty()
                        ? Optional.of(finishedJob)
                                .filter(job -> !job.isEmpty())
                                .map(job -> "job " + job + " has succeeded")
                        : Optional.of("job " + String.join(", ", jobs) + " is at work");
            }
            long read = rows.get();
            return read > 0 ? Optional.of(read + " rows read by " + name()) : Optional.empty();
        }

        @Override
        void undo(Connection connection, SqlDialect dialect) {
            rows.set(0);
            finishedJob = "";
        }
    }

    /** Backup by snapshots of the nodes: each flushes its memory and links its files. Nothing is copied to another place. */
    static final class SnapshotBackup extends BackgroundWork {
        SnapshotBackup(FaultContext context, Options options) {
            super(context, options);
        }

        @Override
        public List<String> steps() {
            return List.of(
                    "inject: take snapshot " + name() + " of all user data on each node",
                    "verify: nodes have files of snapshot " + name(),
                    "done: every node has the snapshot",
                    "heal: clearsnapshot " + name() + " on each node",
                    "timer: nodes remove it by themselves");
        }

        @Override
        public void inject(Duration atMost) {
            begin(() -> snapshots().snapshot(name(), atMost));
        }

        @Override
        public FaultEffect effect() throws IOException, InterruptedException {
            return awaitSign(this::found)
                    .map(FaultEffect::seen)
                    .orElseGet(() -> FaultEffect.absent("no node has a snapshot " + name()));
        }

        private Optional<String> found() throws IOException, InterruptedException {
            Map<Node, Long> found = snapshots().snapshots(name());
            return found.isEmpty()
                    ? Optional.empty()
                    : Optional.of("snapshots " + name() + ": "
                            + found.entrySet().stream()
                                    .map(each -> each.getKey().name() + " " + each.getValue() + " bytes")
                                    .collect(Collectors.joining(", ")));
        }

        /** Waits until a snapshot in progress is complete, then removes it: one that is cleared too early would stay. */
        @Override
        public void heal() throws IOException, InterruptedException {
            awaitEnd();
            snapshots().clear(name());
        }

        private Snapshots snapshots() {
            return (Snapshots) context().cluster();
        }
    }
}
