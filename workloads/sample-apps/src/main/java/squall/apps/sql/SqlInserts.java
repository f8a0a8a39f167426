package squall.apps.sql;

import java.sql.Connection;
import java.sql.SQLException;
import squall.apps.AppProfile;
import squall.apps.SqlApp;
import squall.apps.SqlAppContext;
import squall.apps.SqlAppStatements;

/** New keys into one table, read by key. */
public final class SqlInserts implements SqlApp {
    @Override
    public AppProfile profile() {
        return AppProfile.of(
                        "SqlInserts",
                        "Inserts new keys into one table, then updates random ones; reads by key.",
                        new AppProfile.Drive(2, 2, 2_000_000, 2_000_000, 1_500_000))
                .withTable("postgresqlkeyvalue");
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
