package squall.apps.sql;

import java.sql.Connection;
import java.sql.SQLException;
import squall.apps.Profile;
import squall.apps.SqlApp;
import squall.apps.SqlSetting;
import squall.apps.Statements;

/** Updates of the rows that SqlInserts left, read by key; makes no table. */
public final class SqlUpdates implements SqlApp {
    @Override
    public Profile profile() {
        return Profile.of(
                        "SqlUpdates",
                        "Updates random keys of a table that SqlInserts filled; reads by key. Needs --max_written_key.",
                        new Profile.Drive(1, 1, 1_000_000, -1, -1))
                .withTable("postgresqlkeyvalue");
    }

    @Override
    public boolean needsRows() {
        return true;
    }

    @Override
    public void create(Connection connection, SqlSetting setting) {
        // The table is another workload's.
    }

    @Override
    public Statements prepare(Connection connection, SqlSetting setting) throws SQLException {
        return new KeyValue(connection, setting);
    }

    @Override
    public void survey(Connection connection, SqlSetting setting, Rows rows) throws SQLException {
        Script.keyValues(connection, setting, rows);
    }
}
