package squall.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Dialect of PostgreSQL and of the databases compatible with it. */
interface PostgresLanguage extends SqlDialect {
    /** Returns a query whose one row is the effective isolation level of transactions. */
    default String isolationQuery() {
        return "SHOW transaction_isolation";
    }

    @Override
    default String isolation(Connection connection) throws SQLException {
        return PlainSql.text(connection, isolationQuery());
    }

    @Override
    default String limit(String rows) {
        return " LIMIT " + rows;
    }

    /** {@inheritDoc} Takes one round trip. */
    @Override
    default void settle(Connection connection, long statementTimeoutMs, String isolation) throws SQLException {
        String level =
                isolation.isEmpty() ? "" : "; SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL " + isolation;
        PlainSql.execute(connection, "SET statement_timeout = " + statementTimeoutMs + level);
    }

    @Override
    default boolean missingTable(Connection connection, String table, SQLException failure) {
        return sqlState(failure).equals("42P01");
    }

    /** Returns the queries of a server whose settings are PostgreSQL's. */
    default Map<String, String> settings() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("isolation", isolationQuery());
        for (String setting : new String[] {
            "fsync",
            "full_page_writes",
            "synchronous_commit",
            "synchronous_standby_names",
            "data_checksums",
            "max_connections",
            "shared_buffers",
            "wal_level",
            "statement_timeout",
            "server_encoding"
        }) {
            facts.put(setting, "SELECT current_setting('" + setting + "')");
        }
        facts.put("collation", "SELECT datcollate FROM pg_database WHERE datname = current_database()");
        return facts;
    }
}
