package squall.apps.sql;

import java.sql.Connection;
import java.sql.SQLException;
import squall.apps.SqlSetting;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;

/** An index that allows each value once. */
public final class SqlUniqueSecondaryIndex extends IndexedValue {
    private static final String UNIQUE = "unique index";
    private static final String DUPLICATE = "23505";

    public SqlUniqueSecondaryIndex() {
        super(
                "SqlUniqueSecondaryIndex",
                "Inserts keys whose value has a unique index, then updates the value; reads by value.",
                "UNIQUE INDEX",
                ValueIndex::check,
                SqlUniqueSecondaryIndex::duplicate);
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
