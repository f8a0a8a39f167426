package squall.sql.metrics;

import java.util.List;
import java.util.stream.Collectors;
import squall.spi.Metric;

/**
 * One query for figures that PostgreSQL keeps.
 *
 * @param sql answers with one row, a column for each metric; null where there is nothing to tell
 */
record StatisticsView(String sql, List<Metric> metrics) {
    private static final int CHECKPOINTER_SINCE = 170_000;
    private static final int STATEMENT_TIMES_SINCE = 130_000;

    StatisticsView {
        metrics = List.copyOf(metrics);
    }

    /**
     * Those of a server.
     *
     * @param version as {@code server_version_num} has it
     * @param databases of which figures are added up; empty: the one that is connected to
     */
    static List<StatisticsView> of(int version, List<String> databases) {
        return List.of(database(databases), locks(), log(), lag(), checkpoints(version), statements(version));
    }

    private static StatisticsView database(List<String> databases) {
        String which = databases.stream()
                .map(name -> "'" + name.replace("'", "''") + "'")
                .collect(Collectors.joining(", "));
        return new StatisticsView(
                "SELECT sum(numbackends), sum(xact_commit), sum(xact_rollback), sum(deadlocks), sum(tup_fetched), "
                        + "sum(tup_inserted + tup_updated + tup_deleted), sum(blks_hit), sum(blks_read), sum(temp_bytes) "
                        + "FROM pg_stat_database WHERE datname IN (" + (which.isEmpty() ? "current_database()" : which)
                        + ")",
                List.of(
                        Metric.CONNECTIONS,
                        Metric.COMMITS,
                        Metric.ROLLBACKS,
                        Metric.DEADLOCKS,
                        Metric.ROWS_READ,
                        Metric.ROWS_WRITTEN,
                        Metric.CACHE_HITS,
                        Metric.CACHE_MISSES,
                        Metric.TEMPORARY_BYTES));
    }

    private static StatisticsView locks() {
        return new StatisticsView(
                "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'", List.of(Metric.LOCK_WAITS));
    }

    /** The position in the log counts its bytes, on a standby those it has replayed. */
    private static StatisticsView log() {
        return new StatisticsView(
                "SELECT pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() "
                        + "ELSE pg_current_wal_lsn() END, '0/0')",
                List.of(Metric.LOG_BYTES));
    }

    private static StatisticsView lag() {
        return new StatisticsView(
                "SELECT max(pg_wal_lsn_diff(sent_lsn, replay_lsn)) FROM pg_stat_replication",
                List.of(Metric.REPLICATION_LAG_BYTES));
    }

    private static StatisticsView checkpoints(int version) {
        return new StatisticsView(
                version >= CHECKPOINTER_SINCE
                        ? "SELECT num_timed + num_requested, (write_time + sync_time) / 1000 FROM pg_stat_checkpointer"
                        : "SELECT checkpoints_timed + checkpoints_req, "
                                + "(checkpoint_write_time + checkpoint_sync_time) / 1000 FROM pg_stat_bgwriter",
                List.of(Metric.CHECKPOINTS, Metric.CHECKPOINT_SECONDS));
    }

    /** Without the texts of the statements, which lie in a file. */
    private static StatisticsView statements(int version) {
        String time = version >= STATEMENT_TIMES_SINCE ? "total_exec_time" : "total_time";
        return new StatisticsView(
                "SELECT sum(calls), sum(" + time + ") / 1000 FROM pg_stat_statements(false)",
                List.of(Metric.QUERIES, Metric.QUERY_SECONDS));
    }
}
