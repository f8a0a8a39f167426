package squall.apps.sql;

import java.sql.Connection;
import java.sql.SQLException;
import squall.apps.AppProfile;
import squall.apps.SqlApp;
import squall.apps.SqlAppContext;
import squall.apps.SqlAppStatements;

/** A few rows that are updated all the time: reads must never go back behind what was acknowledged before they began. */
public final class SqlRestartRead implements SqlApp {
    @Override
    public AppProfile profile() {
        return AppProfile.of(
                        "SqlRestartRead",
                        "Updates a few rows in transactions, and reads them; no read may miss an acknowledged update.",
                        new AppProfile.Drive(6, 12, 12, -1, -1))
                .inTransactions("repeatable-read");
    }

    @Override
    public boolean divisible() {
        return true;
    }

    @Override
    public void create(Connection connection, SqlAppContext setting) throws SQLException {
        CommonAppSql.run(
                connection, setting.createTable(setting.name(), "k " + setting.keyText() + " PRIMARY KEY, v text"));
    }

    @Override
    public SqlAppStatements prepare(Connection connection, SqlAppContext setting) throws SQLException {
        return new KeyValueStatements(connection, setting);
    }

    @Override
    public void survey(Connection connection, SqlAppContext setting, Rows rows) throws SQLException {
        CommonAppSql.keyValues(connection, setting, rows);
    }
}
