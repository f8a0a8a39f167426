package squall.adversity.background;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.adversity.background.SqlBackgroundWork.CockroachJobs;
import squall.spi.FaultContext;
import squall.spi.Options;
import squall.sql.Dialects;
import squall.sql.PlainSql;
import squall.sql.ReplicationStream;
import squall.sql.SqlDialect;

/**
 * Change feed, which runs until it is healed. PostgreSQL: a logical replication slot that is read as fast as it fills; needs
 * {@code wal_level = logical}. YugabyteDB: the same over streaming replication, as it has no functions that read a slot. CockroachDB: a
 * changefeed into {@code null://}, which is a job.
 */
final class SqlChangefeed extends SqlBackgroundWork {
    static final List<String> OPTIONS = List.of("tables");

    private static final int CHANGES_AT_ONCE = 10_000;

    /**
     * Limit for the removal of a slot. YugabyteDB treats a slot as active for five minutes after it was read
     * (ysql_cdc_active_replication_slot_window_ms), and drops no active one.
     */
    private static final Duration SLOT_LIMIT = Duration.ofMinutes(6);

    private static final Duration POSTGRES_SLOT_LIMIT = Duration.ofSeconds(20);

    private static final String RANGEFEED = "kv.rangefeed.enabled";

    SqlChangefeed(FaultContext context, Options options) {
        super(context, options);
    }

    @Override
    public List<String> steps() {
        return List.of(
                "inject: CREATE PUBLICATION " + name() + ", a logical slot " + name()
                        + " of plug-in pgoutput, read to its end"
                        + " continuously (CockroachDB: CREATE CHANGEFEED INTO 'null://" + name()
                        + "', after SET CLUSTER SETTING "
                        + RANGEFEED + " = true if it is false)",
                "verify: pg_replication_slots has " + name() + " (CockroachDB: its job has not ended)",
                "heal: end sessions named " + name()
                        + ", drop slot and publication (CockroachDB: cancel its job by id, put the cluster setting back)",
                "timer: none in the server; a detached process heals");
    }

    @Override
    public Map<String, String> facts() throws IOException, InterruptedException {
        return asked("choosing tables", (connection, dialect) -> {
            String tables = options().text("tables", "").replace('\n', ',');
            if (dialect.equals(Dialects.POSTGRES)) {
                requireLogicalLog(connection);
            }
            String chosen = tables.isEmpty() ? String.join(", ", SqlTableFinder.all(connection, dialect)) : tables;
            return dialect.equals(Dialects.COCKROACHDB)
                    ? Map.of("tables", chosen, "rangefeed", rangefeed(connection))
                    : Map.of("tables", chosen);
        });
    }

    private static void requireLogicalLog(Connection connection) throws SQLException {
        String level = text(connection, "SELECT setting FROM pg_settings WHERE name = 'wal_level'");
        if (!level.isEmpty() && !level.equals("logical")) {
            throw new SQLException("a change feed needs wal_level = logical, but the server has " + level);
        }
    }

    private static String rangefeed(Connection connection) throws SQLException {
        return text(connection, "SHOW CLUSTER SETTING " + RANGEFEED).startsWith("t") ? "true" : "false";
    }

    @Override
    void perform(Connection connection, SqlDialect dialect) throws SQLException {
        if (dialect.equals(Dialects.COCKROACHDB)) {
            if (switchedOn()) {
                PlainSql.execute(connection, "SET CLUSTER SETTING " + RANGEFEED + " = true");
            }
            String job = text(
                    connection,
                    "CREATE CHANGEFEED FOR TABLE " + fact("tables") + " INTO 'null://" + name()
                            + "' WITH resolved = '10s'");
            CockroachJobs.await(connection, job); // it never succeeds: healing cancels it
            return;
        }
        PlainSql.execute(connection, "CREATE PUBLICATION " + name() + " FOR TABLE " + fact("tables"));
        text(connection, "SELECT pg_create_logical_replication_slot(?, 'pgoutput')", name());
        if (dialect.equals(Dialects.YUGABYTEDB)) {
            try (Connection stream = replication()) {
                ReplicationStream.follow(stream, name(), name());
            }
            return;
        }
        while (!Thread.currentThread().isInterrupted()) { // healing ends this session, and with it the reading
            follow(connection);
        }
    }

    /** Returns whether the cluster setting was off before. */
    private boolean switchedOn() {
        return fact("rangefeed").equals("false");
    }

    /** Reads changes. If there are none, it waits a little on the server, so that it can be ended there. */
    private void follow(Connection connection) throws SQLException {
        String read = text(
                connection,
                "SELECT count(*) FROM pg_logical_slot_get_binary_changes(?, NULL, " + CHANGES_AT_ONCE
                        + ", 'proto_version', '1', 'publication_names', '" + name() + "')",
                name());
        if (read.equals("0")) {
            text(connection, "SELECT pg_sleep(0.05)::text");
        }
    }

    @Override
    Optional<String> trace(Connection connection, SqlDialect dialect) throws SQLException {
        if (dialect.equals(Dialects.COCKROACHDB)) {
            List<String> jobs = CockroachJobs.unfinished(connection, name());
            return jobs.isEmpty() ? Optional.empty() : Optional.of("job " + String.join(", ", jobs) + " is at work");
        }
        String slot = text(
                connection,
                "SELECT slot_name || ' at ' || confirmed_flush_lsn FROM pg_replication_slots WHERE slot_name = ?",
                name());
        return slot.isEmpty() ? Optional.empty() : Optional.of("slot " + slot);
    }

    @Override
    void undo(Connection connection, SqlDialect dialect) throws SQLException {
        if (dialect.equals(Dialects.COCKROACHDB)) {
            if (switchedOn()) {
                PlainSql.execute(connection, "SET CLUSTER SETTING " + RANGEFEED + " = false");
            }
            return;
        }
        Duration limit = dialect.equals(Dialects.YUGABYTEDB) ? SLOT_LIMIT : POSTGRES_SLOT_LIMIT;
        until(connection, "the slot " + name() + " is still active, so it was not dropped", limit, () -> {
            text(
                    connection,
                    "SELECT count(pg_drop_replication_slot(slot_name)) FROM pg_replication_slots WHERE slot_name = ? AND NOT active",
                    name());
            return text(connection, "SELECT count(*) FROM pg_replication_slots WHERE slot_name = ?", name())
                    .equals("0");
        });
        PlainSql.execute(connection, "DROP PUBLICATION IF EXISTS " + name());
    }
}
