package squall.apps.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import squall.apps.Profile;
import squall.apps.SqlApp;
import squall.apps.SqlSetting;
import squall.apps.Statements;

/** Inserts and updates of an indexed value, read through the index. */
class IndexedValue implements SqlApp {
    private final Profile profile;
    private final String kind;
    private final List<Check> checks;

    /** @param kind of index, in SQL */
    IndexedValue(String name, String text, String kind, Check... checks) {
        this.profile = Profile.of(name, text, new Profile.Drive(1, 1, 1_000_000, -1, -1));
        this.kind = kind;
        this.checks = List.of(checks);
    }

    @Override
    public Profile profile() {
        return profile;
    }

    @Override
    public void create(Connection connection, SqlSetting setting) throws SQLException {
        ValueIndex.create(connection, setting, kind);
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
    public List<Check> checks() {
        return checks;
    }
}
