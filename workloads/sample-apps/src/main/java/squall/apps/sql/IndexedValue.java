package squall.apps.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import squall.apps.AppProfile;
import squall.apps.KeyValueFormat;
import squall.apps.KeyWrite;
import squall.apps.SqlApp;
import squall.apps.SqlAppContext;
import squall.apps.SqlAppStatements;
import squall.apps.sql.KeyValueStatements.KeyValueApp;
import squall.check.DataCheck;
import squall.check.ObservedValue;
import squall.spi.Outcome;
import squall.sql.Dialects;
import squall.sql.PlainSql;

/** Workload that inserts and updates an indexed value, and reads through the index. */
class IndexedValue implements KeyValueApp {
    private final AppProfile profile;
    private final String kind;
    private final List<Check> checks;

    /** @param kind of index, in SQL */
    IndexedValue(String name, String text, String kind, Check... checks) {
        this.profile = AppProfile.of(name, text, new AppProfile.Drive(1, 1, 1_000_000, -1, -1));
        this.kind = kind;
        this.checks = List.of(checks);
    }

    @Override
    public AppProfile profile() {
        return profile;
    }

    @Override
    public void create(Connection connection, SqlAppContext setting) throws SQLException {
        SqlValueIndex.create(connection, setting, kind);
    }

    @Override
    public SqlAppStatements prepare(Connection connection, SqlAppContext setting) throws SQLException {
        return new SqlReadByIndex(connection, setting);
    }

    @Override
    public List<Check> checks() {
        return checks;
    }

    /** Statements that write rows of a key and a value, and read them by the value through its index. */
    private static final class SqlReadByIndex implements SqlAppStatements {
        private final KeyValueFormat texts;
        private final KeyValueStatements writes;
        private final PreparedStatement select;

        SqlReadByIndex(Connection connection, SqlAppContext setting) throws SQLException {
            texts = setting.texts();
            writes = new KeyValueStatements(connection, setting);
            select = connection.prepareStatement("SELECT k, v FROM " + setting.name() + " WHERE v = ?");
        }

        @Override
        public Outcome write(KeyWrite write) throws SQLException {
            return writes.write(write);
        }

        @Override
        public ObservedValue read(long key, int version) throws SQLException {
            select.setString(1, texts.value(key, version));
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    return new ObservedValue.NotUnder(version);
                }
                String found = row.getString(1);
                if (!texts.key(key).equals(found) || row.next()) {
                    return new ObservedValue.Torn("the index led to '" + found + "', or to more than one row");
                }
                return new ObservedValue.Version(version);
            }
        }
    }

    /** Index over the values of a table, with the check that it agrees with the table. */
    static final class SqlValueIndex {
        /** Check that reads all values once from the table and once from the index. */
        static final SqlApp.Check CHECK = new SqlApp.Check("index and table", "values", SqlValueIndex::compared);

        private SqlValueIndex() {}

        static void create(Connection connection, SqlAppContext setting, String kind) throws SQLException {
            PlainSql.execute(
                    connection,
                    setting.createTable(
                            setting.name(), "k " + setting.keyText() + " PRIMARY KEY, v " + setting.keyText()),
                    "CREATE " + kind + " IF NOT EXISTS " + setting.name("_index") + " ON " + setting.name() + " (v)");
        }

        private static String compared(Connection connection, SqlAppContext setting, DataCheck check)
                throws SQLException {
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
            check.wrong("count and sum of the values' hashes are " + ofTable + " in the table, " + ofIndex
                    + " in the index");
            return "";
        }

        /** Reads the values once; what it sets stays on the connection, which is this check's alone. */
        private static String sum(Connection connection, String index, String table, String from) throws SQLException {
            PlainSql.execute(
                    connection,
                    "SET enable_indexscan = " + index,
                    "SET enable_indexonlyscan = " + index,
                    "SET enable_bitmapscan = OFF",
                    "SET enable_seqscan = " + table,
                    "SET max_parallel_workers_per_gather = 0");
            return SurveyedApp.row(connection, "SELECT count(v), coalesce(sum(hashtext(v)::bigint), 0) " + from);
        }
    }
}
