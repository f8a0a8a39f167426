package squall.adversity.work;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import squall.spi.Scene;
import squall.sql.Dialect;
import squall.sql.Dialects;

/**
 * A full backup while the load runs. PostgreSQL and YugabyteDB: every table read whole in one snapshot, as a logical backup does, and
 * thrown away; the embedded binaries bring no program for a physical one. CockroachDB: its own BACKUP into the first node's store.
 */
final class Backup extends SqlWork {
    private static final int ROWS_AT_ONCE = 5_000;

    private final AtomicLong rows = new AtomicLong();

    Backup(Scene scene) {
        super(scene);
    }

    @Override
    public List<String> steps() {
        return List.of(
                "inject: SELECT * of every table in one REPEATABLE READ transaction (CockroachDB: BACKUP INTO nodelocal://1/"
                        + name() + ")",
                "verify: a session named " + name() + ", or rows that it has read",
                "done: the last table is read",
                "heal: end sessions named " + name(),
                "timer: none in the server; a detached process heals");
    }

    @Override
    void perform(Connection connection, Dialect dialect) throws SQLException {
        if (dialect.equals(Dialects.COCKROACHDB)) {
            execute(connection, "BACKUP INTO 'nodelocal://1/" + name() + "' AS OF SYSTEM TIME '-10s'");
            return;
        }
        connection.setAutoCommit(false);
        execute(connection, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
        for (String table : Tables.all(connection)) {
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

    /** Of a backup nothing stays behind that could be seen once its session is over; rows are known where it was begun. */
    @Override
    Optional<String> trace(Connection connection, Dialect dialect) {
        long read = rows.get();
        return read > 0 ? Optional.of(read + " rows read by " + name()) : Optional.empty();
    }

    @Override
    void undo(Connection connection, Dialect dialect) {
        rows.set(0);
    }
}
