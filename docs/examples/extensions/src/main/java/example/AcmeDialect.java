package example;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import squall.sql.SqlDialect;

/** Dialect of AcmeDB, which understands PostgreSQL's statements. */
public final class AcmeDialect implements SqlDialect {
    @Override
    public String product() {
        return "acmedb";
    }

    @Override
    public boolean speaks(Server server) {
        return server.product().equals("AcmeDB");
    }

    @Override
    public Language language() {
        return Language.POSTGRESQL;
    }

    @Override
    public void settle(Connection connection, long statementTimeoutMs, String isolation) throws SQLException {
        SqlDialect.super.settle(connection, statementTimeoutMs, isolation);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET statement_timeout = " + statementTimeoutMs);
        }
    }

    @Override
    public Map<String, String> facts() {
        return Map.of("fsync", "SHOW fsync");
    }
}
