package squall.apps.sql;

import java.sql.Connection;
import java.sql.SQLException;
import squall.apps.AppProfile;
import squall.apps.SqlApp;
import squall.apps.SqlAppContext;
import squall.apps.SqlAppStatements;

/** Updates of the rows that SqlInserts left, read by key; makes no table. */
public final class SqlUpdates implements SqlApp {
    @Override
    public AppProfile profile() {
        return AppProfile.of(
                        "SqlUpdates",
                        "Updates random keys of a table that SqlInserts filled; reads by key. Needs --max_written_key.",
                        new AppProfile.Drive(1, 1, 1_000_000, -1, -1))
                .withTable("postgresqlkeyvalue");
    }

    @Override
    public boolean divisible() {
        return true;
    }

    @Override
    public boolean needsRows() {
        return true;
    }

    @Override
    public void create(Connection connection, SqlAppContext setting) {
        // The table is another workload's.
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
