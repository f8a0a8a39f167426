package squall.apps.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import squall.apps.Profile;
import squall.apps.SqlApp;
import squall.apps.SqlSetting;
import squall.apps.Statements;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;

/** As {@link SqlSecondaryIndex}, with an index that allows each value once. */
public final class SqlUniqueSecondaryIndex implements SqlApp {
    private static final String UNIQUE = "unique index";
    private static final String DUPLICATE = "23505";

    @Override
    public Profile profile() {
        return Profile.of(
                "SqlUniqueSecondaryIndex",
                "Inserts keys whose value has a unique index, then updates the value; reads by value.",
                new Profile.Drive(1, 1, 1_000_000, -1, -1));
    }

    @Override
    public void create(Connection connection, SqlSetting setting) throws SQLException {
        ValueIndex.create(connection, setting, "UNIQUE INDEX");
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
        return List.of(ValueIndex.check(connection, setting), duplicate(connection, setting));
    }

    /** Tries to store a value twice, and takes it back in either case. */
    private static CheckResult duplicate(Connection connection, SqlSetting setting) throws SQLException {
        connection.setAutoCommit(false);
        try {
            String insert = "INSERT INTO " + setting.name() + " (k, v) VALUES ('" + UNIQUE + " %s', '" + UNIQUE + "')";
            Script.run(connection, insert.formatted("one"), insert.formatted("two"));
            return new CheckResult(UNIQUE, Verdict.FAILED, "it let the same value in twice");
        } catch (SQLException e) {
            if (DUPLICATE.equals(e.getSQLState())) {
                return new CheckResult(UNIQUE, Verdict.PASSED, "it refused the same value a second time");
            }
            throw e;
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }
}
