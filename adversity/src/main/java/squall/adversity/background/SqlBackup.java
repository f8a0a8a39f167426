package squall.adversity.background;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import squall.spi.FaultContext;
import squall.sql.Dialects;
import squall.sql.SqlDialect;

/**
 * A full backup while the load runs. PostgreSQL and YugabyteDB: every table read whole in one snapshot, as a logical backup does, and
 * thrown away; the embedded binaries bring no program for a physical one. CockroachDB: its own BACKUP, a job, into the first node's store,
 * where what it wrote stays: no statement removes it.
 */
final class SqlBackup extends SqlBackgroundWork {
    private static final int ROWS_AT_ONCE = 5_000;

    private final AtomicLong rows = new AtomicLong();

    /** On CockroachDB; empty as long as it is at work. */
    private volatile String finishedJob = "";

    SqlBackup(FaultContext context) {
        super(context);
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
                    connection, "BACKUP INTO 'nodelocal://1/" + name() + "' AS OF SYSTEM TIME '-10s' WITH detached");
            CockroachJobs.await(connection, job);
            finishedJob = job;
            return;
        }
        connection.setAutoCommit(false);
        execute(connection, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
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

    /** Of a logical backup nothing stays behind that could be seen once its session is over; what it did is known where it was begun. */
    @Override
    Optional<String> trace(Connection connection, SqlDialect dialect) throws SQLException {
        if (dialect.equals(Dialects.COCKROACHDB)) {
            List<String> jobs = CockroachJobs.unfinished(connection, name());
            return jobs.isEmpty()
                    ? Optional.of(finishedJob).filter(job -> !job.isEmpty()).map(job -> "job " + job + " has succeeded")
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
