package squall.apps.sql;

import java.sql.Connection;
import java.sql.SQLException;
import squall.apps.SqlApp;
import squall.apps.SqlSetting;
import squall.check.DataCheck;
import squall.sql.Dialect;

/** The index over the values of a table, and whether it holds what the table holds. */
final class ValueIndex {
    /** Reads all values once from the table and once from the index. */
    static final SqlApp.Check CHECK = new SqlApp.Check("index and table", "values", ValueIndex::compared);

    private ValueIndex() {}

    static void create(Connection connection, SqlSetting setting, String kind) throws SQLException {
        Script.run(
                connection,
                "CREATE TABLE IF NOT EXISTS " + setting.name() + " (k text PRIMARY KEY, v text)",
                "CREATE " + kind + " IF NOT EXISTS " + setting.name("_index") + " ON " + setting.name() + " (v)");
    }

    private static String compared(Connection connection, SqlSetting setting, DataCheck check) throws SQLException {
        if (setting.dialect() != Dialect.POSTGRES) {
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
            Script.run(
                    connection,
                    "SET enable_indexscan = " + index,
                    "SET enable_indexonlyscan = " + index,
                    "SET enable_bitmapscan = OFF",
                    "SET enable_seqscan = " + table,
                    "SET max_parallel_workers_per_gather = 0");
            return Script.row(connection, "SELECT count(v), coalesce(sum(hashtext(v)::bigint), 0) " + from);
        } finally {
            Script.run(connection, "RESET ALL");
        }
    }
}
