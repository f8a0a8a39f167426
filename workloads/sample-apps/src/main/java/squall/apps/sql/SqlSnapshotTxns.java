package squall.apps.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
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

/** Workload of pairs of rows, each written in one transaction: no read may see one row without the other. */
public final class SqlSnapshotTxns implements SurveyedApp {
    private static final String COPY = "-copy";

    @Override
    public AppProfile profile() {
        return AppProfile.of(
                        "SqlSnapshotTxns",
                        "Writes a key and its copy in one transaction; reads both, which must be equal.",
                        new AppProfile.Drive(1, 1, 1_000_000, -1, -1),
                        AppProfile.Trait.DIVISIBLE)
                .inTransactions("repeatable-read")
                .withoutMySql("its check needs FULL JOIN");
    }

    @Override
    public List<TableColumns> columns(AppContext setting) {
        return List.of(TableColumns.of(setting.table(), "k", "v"));
    }

    @Override
    public void create(Connection connection, SqlAppContext setting) throws SQLException {
        PlainSql.execute(connection, "CREATE TABLE IF NOT EXISTS " + setting.name() + " (k text PRIMARY KEY, v text)");
    }

    @Override
    public SqlAppStatements prepare(Connection connection, SqlAppContext setting) throws SQLException {
        return new Pairs(connection, setting);
    }

    @Override
    public Survey survey(SqlAppContext setting) {
        return new Survey(
                """
                SELECT coalesce(one.k, left(two.k, -%d)), one.v, two.v
                FROM (SELECT k, v FROM %2$s WHERE k NOT LIKE '%%%3$s') AS one
                FULL JOIN (SELECT k, v FROM %2$s WHERE k LIKE '%%%3$s') AS two ON two.k = one.k || '%3$s'
                WHERE coalesce(one.k, two.k) LIKE ?""".formatted(COPY.length(), setting.name(), COPY),
                (key, row) -> seen(setting.texts(), key, row.getString(2), row.getString(3)));
    }

    private static ObservedValue seen(KeyValueFormat texts, long key, @Nullable String one, @Nullable String two) {
        if (one == null && two == null) {
            return new ObservedValue.Missing();
        }
        return one == null || !one.equals(two)
                ? new ObservedValue.Torn("the pair holds '" + one + "' and '" + two + "'")
                : texts.seen(key, one);
    }

    private static final class Pairs implements SqlAppStatements {
        private final KeyValueFormat texts;
        private final PreparedStatement insert;
        private final PreparedStatement update;
        private final PreparedStatement select;

        Pairs(Connection connection, SqlAppContext setting) throws SQLException {
            texts = setting.texts();
            insert = connection.prepareStatement("INSERT INTO " + setting.name() + " (k, v) VALUES (?, ?)");
            update = connection.prepareStatement("UPDATE " + setting.name() + " SET v = ? WHERE k = ?");
            select = connection.prepareStatement("SELECT k, v FROM " + setting.name() + " WHERE k IN (?, ?)");
        }

        @Override
        public Outcome write(KeyWrite write) throws SQLException {
            String key = texts.key(write.key());
            String value = texts.value(write.key(), write.version());
            return write(write, key, value) && write(write, key + COPY, value) ? Outcome.OK : NO_ROW;
        }

        @Override
        public ObservedValue read(long key, int version) throws SQLException {
            select.setString(1, texts.key(key));
            select.setString(2, texts.key(key) + COPY);
            String one = null;
            String two = null;
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    if (row.getString(1).endsWith(COPY)) {
                        two = row.getString(2);
                    } else {
                        one = row.getString(2);
                    }
                }
            }
            return seen(texts, key, one, two);
        }

        private boolean write(KeyWrite write, String key, String value) throws SQLException {
            PreparedStatement statement = write.isNew() ? insert : update;
            statement.setString(1, write.isNew() ? key : value);
            statement.setString(2, write.isNew() ? value : key);
            return statement.executeUpdate() == 1;
        }
    }
}
