package squall.apps.sql;

import java.sql.Connection;
import java.sql.SQLException;
import squall.apps.SqlApp;
import squall.apps.SqlAppContext;
import squall.check.DataCheck;
import squall.sql.Dialects;

/** The index over the values of a table, and whether it holds what the table holds. */
final class SqlValueIndex {
    /** Reads all values once from the table and once from the index. */
    static final SqlApp.Check CHECK = new SqlApp.Check("index and table", "values", SqlValueIndex::compared);

    private SqlValueIndex() {}

    static void create(Connection connection, SqlAppContext setting, String kind) throws SQLException {
        CommonAppSql.run(
                connection,
                setting.createTable(setting.name(), "k " + setting.keyText() + " PRIMARY KEY, v " + setting.keyText()),
                "CREATE " + kind + " IF NOT EXISTS " + setting.name("_index") + " ON " + setting.name() + " (v)");
    }

    private static String compared(Connection connection, SqlAppContext setting, DataCheck check) throws SQLException {
        if (!setting.dialect().equals(Dialects.POSTGRES)) {
            check.skip("only PostgreSQL can be made to read one of the two; reads by value were judged");
            return "";
        }
        String ofTable = sum(connection, "OFF", "ON", "FROM " + setting.name());
        String ofIndex = sum(
                connection,
                "ON",
                "OFF",
                "FROM (SELECT v FROM " + setting.name() + " WHERE v >= '' ORDER BY v) AS indexed");
        String values = ofTable.replaceFirst(" .*", "");
        check.examined(Long.parseLong(values));
        if (ofTable.equals(ofIndex)) {
            return "both hold the same " + values + " values";
        }
        check.wrong(
                "count and sum of the values' hashes are " + ofTable + " in the table, " + ofIndex + " in the index");
        return "";
    }

    private static String sum(Connection connection, String index, String table, String from) throws SQLException {
        try {
            CommonAppSql.run(
                    connection,
                    "SET enable_indexscan = " + index,
                    "SET enable_indexonlyscan = " + index,
                    "SET enable_bitmapscan = OFF",
                    "SET enable_seqscan = " + table,
                    "SET max_parallel_workers_per_gather = 0");
            return CommonAppSql.row(connection, "SELECT count(v), coalesce(sum(hashtext(v)::bigint), 0) " + from);
        } finally {
            CommonAppSql.run(connection, "RESET ALL");
        }
    }
}
