package squall.adversity.work;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.spi.Options;
import squall.spi.Scene;
import squall.sql.Dialect;
import squall.sql.Dialects;

/**
 * Somebody follows all changes: a logical replication slot that is read as fast as it fills. Not done before it is healed. Needs
 * {@code wal_level = logical}. CockroachDB: a changefeed into {@code null://}.
 */
final class Changefeed extends SqlWork {
    static final List<String> OPTIONS = List.of("tables");

    private static final int CHANGES_AT_ONCE = 10_000;

    private final Options options;

    Changefeed(Scene scene, Options options) {
        super(scene);
        this.options = options;
    }

    @Override
    public List<String> steps() {
        return List.of(
                "inject: CREATE PUBLICATION " + name() + ", a logical slot " + name()
                        + " of plug-in pgoutput, read to its end"
                        + " again and again (CockroachDB: CREATE CHANGEFEED INTO 'null://')",
                "verify: pg_replication_slots has " + name(),
                "heal: end sessions named " + name() + ", drop slot and publication",
                "timer: none in the server; a detached process heals");
    }

    @Override
    public Map<String, String> facts() throws IOException, InterruptedException {
        return asked("choosing tables", connection -> {
            String level = text(connection, "SELECT setting FROM pg_settings WHERE name = 'wal_level'");
            if (!level.isEmpty() && !level.equals("logical")) {
                throw new SQLException("a change feed wants wal_level = logical, which is " + level + " here");
            }
            String tables = options.text("tables", "").replace('\n', ',');
            return Map.of("tables", tables.isEmpty() ? String.join(", ", Tables.all(connection)) : tables);
        });
    }

    @Override
    void perform(Connection connection, Dialect dialect) throws SQLException {
        if (dialect.equals(Dialects.COCKROACHDB)) {
            execute(connection, "SET CLUSTER SETTING kv.rangefeed.enabled = true");
            execute(
                    connection,
                    "CREATE CHANGEFEED FOR TABLE " + fact("tables") + " INTO 'null://' WITH resolved = '10s'");
            return;
        }
        execute(connection, "CREATE PUBLICATION " + name() + " FOR TABLE " + fact("tables"));
        text(connection, "SELECT pg_create_logical_replication_slot(?, 'pgoutput')", name());
        while (!Thread.currentThread().isInterrupted()) { // healing ends this session, and with it the reading
            follow(connection);
        }
    }

    /** Waits a little where there was nothing to read, on the server, so that it can be ended there. */
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
    Optional<String> trace(Connection connection, Dialect dialect) throws SQLException {
        String slot = text(
                connection,
                "SELECT slot_name || ' at ' || confirmed_flush_lsn FROM pg_replication_slots WHERE slot_name = ?",
                name());
        return slot.isEmpty() ? Optional.empty() : Optional.of("slot " + slot);
    }

    @Override
    void undo(Connection connection, Dialect dialect) throws SQLException {
        text(
                connection,
                "SELECT count(pg_drop_replication_slot(slot_name)) FROM pg_replication_slots WHERE slot_name = ? AND NOT active",
                name());
        execute(connection, "DROP PUBLICATION IF EXISTS " + name());
    }
}
