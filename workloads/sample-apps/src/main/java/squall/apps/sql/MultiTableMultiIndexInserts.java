package squall.apps.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import squall.apps.AppContext;
import squall.apps.AppProfile;
import squall.apps.KeyValueFormat;
import squall.apps.KeyWrite;
import squall.apps.SqlAppContext;
import squall.apps.SqlAppStatements;
import squall.check.ObservedValue;
import squall.spi.Outcome;
import squall.sql.PlainSql;
import squall.sql.TableColumns;

/** Workload that writes many rows of a key, in eight tables of two indexes each, in one transaction. */
public final class MultiTableMultiIndexInserts implements SurveyedApp {
    /** Number of rows of a key in each table. */
    private static final List<Integer> ROWS = List.of(32, 256, 8, 16, 32, 1, 1, 1);

    private static final long ALL = ROWS.stream().mapToInt(Integer::intValue).sum();

    @Override
    public AppProfile profile() {
        return AppProfile.of(
                        "MultiTableMultiIndexInserts",
                        "Inserts 347 rows of a key into eight tables with indexes, in one transaction; counts them.",
                        new AppProfile.Drive(0, 2, 1_000_000, -1, -1),
                        AppProfile.Trait.INSERTS_ONLY)
                .inTransactions("")
                .withoutMySql("it generates rows with PostgreSQL's generate_series and has keys of unlimited text");
    }

    @Override
    public List<TableColumns> columns(AppContext setting) {
        return IntStream.range(0, ROWS.size())
                .mapToObj(i -> TableColumns.of(setting.table() + "_" + i, "k", "n", "v"))
                .toList();
    }

    @Override
    public void create(Connection connection, SqlAppContext setting) throws SQLException {
        for (int i = 0; i < ROWS.size(); i++) {
            String table = setting.name("_" + i);
            PlainSql.execute(
                    connection,
                    "CREATE TABLE IF NOT EXISTS " + table + " (k text, n int, v text, PRIMARY KEY (k, n))",
                    "CREATE INDEX IF NOT EXISTS " + setting.name("_" + i + "_v") + " ON " + table + " (v)",
                    "CREATE INDEX IF NOT EXISTS " + setting.name("_" + i + "_nv") + " ON " + table + " (n, v)");
        }
    }

    @Override
    public SqlAppStatements prepare(Connection connection, SqlAppContext setting) throws SQLException {
        return new Inserts(connection, setting);
    }

    @Override
    public Survey survey(SqlAppContext setting) {
        return new Survey(
                "SELECT k, count(*), min(v), max(v) FROM " + everywhere(setting, "") + " WHERE k LIKE ? GROUP BY k",
                (key, row) -> seen(setting.texts(), key, row, 2));
    }

    /** @param where of each table */
    private static String everywhere(SqlAppContext setting, String where) {
        return IntStream.range(0, ROWS.size())
                .mapToObj(i -> "SELECT k, v FROM " + setting.name("_" + i) + where)
                .collect(Collectors.joining(" UNION ALL ", "(", ") AS everywhere"));
    }

    private static ObservedValue seen(KeyValueFormat texts, long key, ResultSet row, int column) throws SQLException {
        long found = row.getLong(column);
        if (found == 0) {
            return new ObservedValue.Missing();
        }
        String least = row.getString(column + 1);
        return found == ALL && least.equals(row.getString(column + 2))
                ? texts.seen(key, least)
                : new ObservedValue.Torn(found + " of " + ALL + " rows, values from '" + least + "' to '"
                        + row.getString(column + 2) + "'");
    }

    private static final class Inserts implements SqlAppStatements {
        private final KeyValueFormat texts;
        private final List<PreparedStatement> inserts = new ArrayList<>();
        private final PreparedStatement select;

        Inserts(Connection connection, SqlAppContext setting) throws SQLException {
            texts = setting.texts();
            for (int i = 0; i < ROWS.size(); i++) {
                inserts.add(connection.prepareStatement("INSERT INTO " + setting.name("_" + i)
                        + " (k, n, v) SELECT ?, n, ? FROM generate_series(1, " + ROWS.get(i) + ") AS n"));
            }
            select = connection.prepareStatement(
                    "SELECT count(*), min(v), max(v) FROM " + everywhere(setting, " WHERE k = ?"));
        }

        @Override
        public Outcome write(KeyWrite write) throws SQLException {
            for (PreparedStatement insert : inserts) {
                insert.setString(1, texts.key(write.key()));
                insert.setString(2, texts.value(write.key(), write.version()));
                insert.executeUpdate();
            }
            return Outcome.OK;
        }

        @Override
        public ObservedValue read(long key, int version) throws SQLException {
            for (int i = 1; i <= ROWS.size(); i++) {
                select.setString(i, texts.key(key));
            }
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return seen(texts, key, row, 1);
            }
        }
    }
}
