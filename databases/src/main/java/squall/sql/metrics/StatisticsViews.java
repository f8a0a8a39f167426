package squall.sql.metrics;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import squall.spi.InstrumentReading;
import squall.spi.ServerMetric;
import squall.sql.PlainSql;
import squall.sql.SqlDatabase;

/**
 * Instrument that reads PostgreSQL's statistics views, and the bytes in each tablespace but the server's own two: a folder over which
 * tables are distributed.
 */
final class StatisticsViews extends StatementInstrument {
    /** Classes of SQLSTATE that another query of the same view would give again: missing, not permitted, not set up. */
    private static final List<String> LASTING = List.of("42", "0A", "55");

    private final List<String> databases;
    private List<StatisticsView> views = List.of();
    private List<String> tablespaces = List.of();

    /**
     * @param endpoint the server's, as readings name it
     * @param databases whose figures are added up, where the server keeps them by database; empty: the connected one
     */
    StatisticsViews(SqlDatabase database, String endpoint, List<String> databases) {
        super(database, endpoint);
        this.databases = List.copyOf(databases);
        miss(ServerMetric.QUERY_BUCKET, "PostgreSQL keeps no histogram of its statements");
    }

    @Override
    public String source() {
        return "statistics views of " + endpoint();
    }

    @Override
    void opened(Connection open) throws SQLException {
        views = new ArrayList<>(StatisticsView.of(version(open), databases));
        tablespaces = readable(open);
    }

    @Override
    List<InstrumentReading> readings(Connection open) throws SQLException {
        List<InstrumentReading> readings = new ArrayList<>();
        for (StatisticsView view : List.copyOf(views)) {
            readings.addAll(readings(open, view));
        }
        readings.addAll(folders(open));
        return readings;
    }

    /** Returns the tablespaces whose size this user may query. */
    private static List<String> readable(Connection open) throws SQLException {
        return PlainSql.rows(
                open,
                "SELECT spcname FROM pg_tablespace"
                        + " WHERE spcname NOT IN ('pg_default', 'pg_global') AND (has_tablespace_privilege(oid, 'CREATE')"
                        + " OR pg_has_role('pg_read_all_stats', 'USAGE')) ORDER BY spcname",
                row -> row.getString(1));
    }

    /** Reads the size of each tablespace; one that was dropped meanwhile is in no row. */
    private List<InstrumentReading> folders(Connection open) throws SQLException {
        List<InstrumentReading> readings = new ArrayList<>();
        if (tablespaces.isEmpty()) {
            return readings;
        }
        try (PreparedStatement statement = open.prepareStatement(
                "SELECT spcname, pg_tablespace_size(oid) FROM pg_tablespace WHERE spcname = ANY (?) ORDER BY spcname")) {
            statement.setArray(1, open.createArrayOf("text", tablespaces.toArray()));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    readings.add(InstrumentReading.of(
                            endpoint() + " " + row.getString(1), ServerMetric.FOLDER_BYTES, (double) row.getLong(2)));
                }
            }
        }
        return readings;
    }

    private static int version(Connection open) throws SQLException {
        return PlainSql.row(open, "SHOW server_version_num", row -> row.getInt(1));
    }

    private List<InstrumentReading> readings(Connection open, StatisticsView view) throws SQLException {
        try (Statement statement = open.createStatement();
                ResultSet row = statement.executeQuery(view.sql())) {
            return row.next() ? readings(row, view) : List.of();
        } catch (SQLException e) {
            if (open.isClosed() || !lasting(e)) {
                throw e;
            }
            views.remove(view);
            view.metrics().forEach(metric -> miss(metric, reason(e)));
            return List.of();
        }
    }

    private List<InstrumentReading> readings(ResultSet row, StatisticsView view) throws SQLException {
        List<InstrumentReading> readings = new ArrayList<>();
        for (int i = 0; i < view.metrics().size(); i++) {
            double value = row.getDouble(i + 1);
            if (!row.wasNull()) {
                readings.add(reading(view.metrics().get(i), value));
            }
        }
        return readings;
    }

    private static boolean lasting(SQLException e) {
        String state = e.getSQLState();
        return state != null && LASTING.stream().anyMatch(state::startsWith);
    }

    /**
     * Query for figures that PostgreSQL keeps.
     *
     * @param sql answers with one row, a column for each metric; null where there is no value
     */
    private record StatisticsView(String sql, List<ServerMetric> metrics) {
        private static final int CHECKPOINTER_SINCE = 170_000;
        private static final int STATEMENT_TIMES_SINCE = 130_000;

        StatisticsView {
            metrics = List.copyOf(metrics);
        }

        /**
         * Returns the queries for a server.
         *
         * @param version as {@code server_version_num} has it
         * @param databases of which figures are added up; empty: the connected one
         */
        static List<StatisticsView> of(int version, List<String> databases) {
            String time = version >= STATEMENT_TIMES_SINCE ? "total_exec_time" : "total_time";
            return List.of(
                    database(databases),
                    new StatisticsView(
                            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'",
                            List.of(ServerMetric.LOCK_WAITS)),
                    // The position in the log counts its bytes, on a standby those that it has replayed.
                    new StatisticsView(
                            "SELECT pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() "
                                    + "ELSE pg_current_wal_lsn() END, '0/0')",
                            List.of(ServerMetric.LOG_BYTES)),
                    new StatisticsView(
                            "SELECT max(pg_wal_lsn_diff(sent_lsn, replay_lsn)) FROM pg_stat_replication",
                            List.of(ServerMetric.REPLICATION_LAG_BYTES)),
                    new StatisticsView(
                            version >= CHECKPOINTER_SINCE
                                    ? "SELECT num_timed + num_requested, (write_time + sync_time) / 1000 FROM pg_stat_checkpointer"
                                    : "SELECT checkpoints_timed + checkpoints_req, "
                                            + "(checkpoint_write_time + checkpoint_sync_time) / 1000 FROM pg_stat_bgwriter",
                            List.of(ServerMetric.CHECKPOINTS, ServerMetric.CHECKPOINT_SECONDS)),
                    // Statements without their texts, which are in a file.
                    new StatisticsView(
                            "SELECT sum(calls), sum(" + time + ") / 1000 FROM pg_stat_statements(false)",
                            List.of(ServerMetric.QUERIES, ServerMetric.QUERY_SECONDS)));
        }

        private static StatisticsView database(List<String> databases) {
            String which = databases.stream()
                    .map(name -> "'" + name.replace("'", "''") + "'")
                    .collect(Collectors.joining(", "));
            return new StatisticsView(
                    "SELECT sum(numbackends), sum(xact_commit), sum(xact_rollback), sum(deadlocks), sum(tup_fetched), "
                            + "sum(tup_inserted + tup_updated + tup_deleted), sum(blks_hit), sum(blks_read), sum(temp_bytes) "
                            + "FROM pg_stat_database WHERE datname IN ("
                            + (which.isEmpty() ? "current_database()" : which)
                            + ")",
                    List.of(
                            ServerMetric.CONNECTIONS,
                            ServerMetric.COMMITS,
                            ServerMetric.ROLLBACKS,
                            ServerMetric.DEADLOCKS,
                            ServerMetric.ROWS_READ,
                            ServerMetric.ROWS_WRITTEN,
                            ServerMetric.CACHE_HITS,
                            ServerMetric.CACHE_MISSES,
                            ServerMetric.TEMPORARY_BYTES));
        }
    }
}
