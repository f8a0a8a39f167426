package squall.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Dialect of MariaDB, TiDB and MySQL, through MariaDB's driver. They differ in a few variables; their statements, and the numbers of their
 * errors, are MySQL's.
 *
 * <p>Sessions read {@code "name"} as a name and {@code ||} as concatenation, as in standard SQL. Texts compare byte by byte.
 */
record MySqlDialect(Make make) implements SqlDialect {
    /** Product of the server. */
    enum Make {
        MARIADB("@@tx_isolation", "max_statement_time", "utf8mb4_nopad_bin"),
        TIDB("@@transaction_isolation", "max_execution_time", "utf8mb4_bin"),
        MYSQL("@@transaction_isolation", "max_execution_time", "utf8mb4_bin");

        private final String isolation;
        private final String limit;
        private final String collation;

        Make(String isolation, String limit, String collation) {
            this.isolation = isolation;
            this.limit = limit;
            this.collation = collation;
        }

        /** Returns the assignment of a statement limit: MariaDB counts seconds; TiDB and MySQL count milliseconds, for queries alone. */
        private String limit(long milliseconds) {
            return limit + " = "
                    + (this == MARIADB ? String.format(Locale.ROOT, "%.3f", milliseconds / 1e3) : milliseconds);
        }
    }

    private static final String SQL_MODE = "sql_mode = CONCAT(@@sql_mode, ',ANSI_QUOTES,PIPES_AS_CONCAT')";

    private static final String NO_SUCH_VARIABLE = "HY000/1193";

    @Override
    public String product() {
        return make.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public boolean speaks(Server server) {
        return switch (make) {
            case MARIADB -> server.answer().contains("-MariaDB");
            case TIDB -> server.answer().contains("-TiDB-");
            case MYSQL -> server.product().equals("MySQL");
        };
    }

    @Override
    public Language language() {
        return Language.MYSQL;
    }

    @Override
    public void settle(Connection connection, long statementTimeoutMs, String isolation) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION " + SQL_MODE + ", SESSION " + make.limit(statementTimeoutMs));
            if (!isolation.isEmpty()) {
                statement.execute("SET SESSION TRANSACTION ISOLATION LEVEL " + isolation);
            }
        }
    }

    @Override
    public String isolation(Connection connection) throws SQLException {
        String level = PlainSql.text(connection, "SELECT " + make.isolation)
                .toLowerCase(Locale.ROOT)
                .replace('-', ' ');
        return level.equals("serializable") ? serializable(connection) : level;
    }

    /**
     * Returns the effective level of a serializable session: Galera certifies the rows that were written, not those that were read; TiDB
     * can be configured to accept the word without its effect.
     */
    private String serializable(Connection connection) throws SQLException {
        return switch (make) {
            case MARIADB ->
                replicates(connection)
                        ? "serializable on one node at most, less than snapshot between the nodes of Galera"
                        : "serializable";
            case TIDB -> "snapshot (TiDB has no serializable; it was told to skip the check)";
            case MYSQL -> "serializable";
        };
    }

    /** Returns whether this is a node of Galera. */
    private static boolean replicates(Connection connection) throws SQLException {
        return variable(connection, "@@wsrep_on").orElse("0").equals("1");
    }

    @Override
    public void awaitCommits(Connection connection) throws SQLException {
        if (make == Make.MARIADB && replicates(connection)) {
            PlainSql.execute(connection, "SET SESSION wsrep_sync_wait = @@wsrep_sync_wait | 1");
        }
    }

    /** Reads a variable; empty where the server has none of that name. */
    private static Optional<String> variable(Connection connection, String name) throws SQLException {
        try {
            return Optional.of(PlainSql.text(connection, "SELECT " + name));
        } catch (SQLException e) {
            if (SqlErrors.code(e).equals(NO_SUCH_VARIABLE)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        List<String> names = switch (make) {
            case MARIADB ->
                List.of(
                        "innodb_flush_log_at_trx_commit",
                        "sync_binlog",
                        "log_bin",
                        "innodb_doublewrite",
                        "innodb_buffer_pool_size",
                        "innodb_rollback_on_timeout",
                        "innodb_snapshot_isolation",
                        "max_statement_time",
                        "wsrep_on",
                        "wsrep_sync_wait",
                        "wsrep_cluster_name");
            case TIDB -> List.of("tidb_txn_mode", "tidb_enable_async_commit", "tidb_enable_1pc", "max_execution_time");
            case MYSQL ->
                List.of(
                        "innodb_flush_log_at_trx_commit",
                        "sync_binlog",
                        "log_bin",
                        "innodb_doublewrite",
                        "innodb_buffer_pool_size",
                        "innodb_rollback_on_timeout",
                        "max_execution_time");
        };
        names.forEach(name -> facts.put(name, "SELECT @@" + name));
        switch (make) {
            case MARIADB -> {
                facts.put("wsrep_cluster_size", status("information_schema.GLOBAL_STATUS", "WSREP_CLUSTER_SIZE"));
                facts.put("tls", status("information_schema.SESSION_STATUS", "SSL_VERSION"));
            }
            case MYSQL -> facts.put("tls", status("performance_schema.session_status", "SSL_VERSION"));
            case TIDB -> {}
        }
        return facts;
    }

    private static String status(String table, String name) {
        return "SELECT COALESCE(MAX(NULLIF(VARIABLE_VALUE, '')), 'off') FROM " + table + " WHERE VARIABLE_NAME = '"
                + name + "'";
    }

    /** Quotes a name always: reserved words differ by product and version, and each of them is allowed in backquotes. */
    @Override
    public String identifier(String name) {
        return SqlIdentifiers.backquoted(name);
    }

    @Override
    public String limit(String rows) {
        return " LIMIT " + rows;
    }

    /** Returns a binary collation, because by default {@code 'a' = 'A'} here. Trailing spaces are still ignored on TiDB and MySQL. */
    @Override
    public String tableOptions() {
        return " DEFAULT CHARACTER SET utf8mb4 COLLATE " + make.collation;
    }

    @Override
    public String keyText() {
        return "varchar(255)";
    }

    @Override
    public String series(int first, int last) {
        return "(WITH RECURSIVE numbers (n) AS (SELECT " + first + " UNION ALL SELECT n + 1 FROM numbers WHERE n < "
                + last + ") SELECT n FROM numbers) AS series";
    }

    /**
     * {@inheritDoc} Repeatable read does not prevent it, unless MariaDB is configured to refuse a write to rows that have changed since the
     * snapshot.
     */
    @Override
    public boolean losesUpdates(Connection connection) throws SQLException {
        return connection.getTransactionIsolation() < Connection.TRANSACTION_SERIALIZABLE
                && !(make == Make.MARIADB
                        && variable(connection, "@@innodb_snapshot_isolation")
                                .orElse("0")
                                .equals("1")
                        && !SqlDialect.super.losesUpdates(connection));
    }

    @Override
    public List<String> createTable(KeyValueTable table) {
        return List.of(TableDdl.inOnePiece(table, this, "LONGTEXT") + tableOptions());
    }

    @Override
    public String sqlState(SQLException failure) {
        return Optional.ofNullable(MySqlErrors.SQL_STATES.get(failure.getErrorCode()))
                .orElseGet(() -> SqlDialect.super.sqlState(failure));
    }

    @Override
    public boolean missingTable(Connection connection, String table, SQLException failure) {
        return sqlState(failure).equals("42S02");
    }

    @Override
    public boolean duplicateKey(SQLException failure) {
        return MySqlErrors.DUPLICATE_KEYS.contains(failure.getErrorCode());
    }

    @Override
    public String toString() {
        return make.name();
    }

    /** Meaning of the numbers of errors; most come with SQLSTATE HY000, which means nothing. */
    private static final class MySqlErrors {
        /** Numbers for two rows with the same key: of any index, or of one whose name is known. */
        static final java.util.Set<Integer> DUPLICATE_KEYS = java.util.Set.of(1062, 1586);

        /** SQLSTATE of the same meaning, by number of error. */
        static final Map<Integer, String> SQL_STATES = Map.ofEntries(
                // MariaDB and MySQL: the transaction was rolled back because of another one.
                Map.entry(1213, "40001"), // deadlock; in Galera, rows that another node has changed
                Map.entry(1020, "40001"), // the row has changed since the snapshot (innodb_snapshot_isolation)
                // TiDB: write conflicts that it has rolled back.
                Map.entry(8002, "40001"),
                Map.entry(8005, "40001"),
                Map.entry(8022, "40001"),
                Map.entry(9007, "40001"),
                Map.entry(1205, "55P03"), // waited too long for a row's lock
                Map.entry(3572, "55P03"), // NOWAIT
                // Ended by a limit or by another session: nothing tells whether a commit was in progress.
                Map.entry(1969, "57014"), // max_statement_time
                Map.entry(3024, "57014"), // max_execution_time
                Map.entry(1317, "57014"),
                Map.entry(1040, "53300"), // too many connections
                Map.entry(1203, "53300"),
                Map.entry(1226, "53400"),
                Map.entry(1041, "53200"),
                Map.entry(1021, "53100"), // the disk is full
                Map.entry(1114, "53100"), // the table is full
                Map.entry(1047, "08S01"), // Galera: this node is not part of the primary component
                Map.entry(1053, "57P01"), // the server is shutting down
                Map.entry(1927, "57P01"), // the connection was killed
                Map.entry(1290, "25006"), // --read-only
                Map.entry(1836, "25006"),
                Map.entry(1243, "26000"), // unknown prepared statement
                Map.entry(1615, "26000")); // it must be prepared again

        private MySqlErrors() {}
    }
}
