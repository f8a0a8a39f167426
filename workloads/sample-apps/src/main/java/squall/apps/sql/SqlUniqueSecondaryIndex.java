package squall.apps.sql;

import java.sql.Connection;
import java.sql.SQLException;
import squall.apps.SqlAppContext;
import squall.apps.sql.IndexedValue.SqlValueIndex;
import squall.check.DataCheck;
import squall.sql.PlainSql;

/** Workload with an index that allows each value once. */
public final class SqlUniqueSecondaryIndex extends IndexedValue {
    private static final String UNIQUE = "unique index";

    public SqlUniqueSecondaryIndex() {
        super(
                "SqlUniqueSecondaryIndex",
                "Inserts keys whose value has a unique index, then updates the value; reads by value.",
                "UNIQUE INDEX",
                SqlValueIndex.CHECK,
                new Check(UNIQUE, "values", SqlUniqueSecondaryIndex::duplicate));
    }

    /** Tries to store a value twice, and rolls back in either case. */
    private static String duplicate(Connection connection, SqlAppContext setting, DataCheck check) throws SQLException {
        connection.setAutoCommit(false);
        try {
            String insert = "INSERT INTO " + setting.name() + " (k, v) VALUES ('" + UNIQUE + " %s', '" + UNIQUE + "')";
            PlainSql.execute(connection, insert.formatted("one"), insert.formatted("two"));
            check.wrong("it let the same value in twice");
            return "";
        } catch (SQLException e) {
            if (setting.dialect().duplicateKey(e)) {
                check.examined(1);
                return "it refused the same value a second time";
            }
            throw e;
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }
}
