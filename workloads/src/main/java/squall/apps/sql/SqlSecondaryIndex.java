package squall.apps.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import squall.apps.Profile;
import squall.apps.SqlApp;
import squall.apps.SqlSetting;
import squall.apps.Statements;
import squall.spi.CheckResult;

/** Inserts and updates of an indexed value, read through the index. */
public final class SqlSecondaryIndex implements SqlApp {
    @Override
    public Profile profile() {
        return Profile.of(
                "SqlSecondaryIndex",
                "Inserts keys whose value is indexed, then updates the value; reads by value.",
                new Profile.Drive(1, 1, 1_000_000, -1, -1));
    }

    @Override
    public void create(Connection connection, SqlSetting setting) throws SQLException {
        ValueIndex.create(connection, setting, "INDEX");
    }

    @Override
    public Statements prepare(Connection connection, SqlSetting setting) throws SQLException {
        return new ByValue(connection, setting);
    }

    @Override
    public void survey(Connection connection, SqlSetting setting, Rows rows) throws SQLException {
        Script.keyValues(connection, setting, rows);
    }

    @Override
    public List<CheckResult> check(Connection connection, SqlSetting setting) throws SQLException {
        return List.of(ValueIndex.check(connection, setting));
    }
}
