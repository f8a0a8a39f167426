package squall.apps.sql;

import java.sql.Connection;
import java.sql.SQLException;
import squall.apps.Profile;
import squall.apps.SqlApp;
import squall.apps.SqlSetting;
import squall.apps.Statements;

/** A few rows that are updated all the time: reads must never go back behind what was acknowledged before they began. */
public final class SqlRestartRead implements SqlApp {
    @Override
    public Profile profile() {
        return Profile.of(
                        "SqlRestartRead",
                        "Updates a few rows in transactions, and reads them; no read may miss an acknowledged update.",
                        new Profile.Drive(6, 12, 12, -1, -1))
                .inTransactions("repeatable-read");
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
