package squall.apps.sql;

import java.sql.Connection;
import java.sql.SQLException;
import squall.apps.Profile;
import squall.apps.SqlApp;
import squall.apps.SqlSetting;
import squall.apps.Statements;

/** New keys into one table, read by key. */
public final class SqlInserts implements SqlApp {
    @Override
    public Profile profile() {
        return Profile.of(
                        "SqlInserts",
                        "Inserts new keys into one table, then updates random ones; reads by key.",
                        new Profile.Drive(2, 2, 2_000_000, 2_000_000, 1_500_000))
                .withTable("postgresqlkeyvalue");
    }

    @Override
    public void create(Connection connection, SqlSetting setting) throws SQLException {
        Script.run(connection, "CREATE TABLE IF NOT EXISTS " + setting.name() + " (k text PRIMARY KEY, v text)");
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
