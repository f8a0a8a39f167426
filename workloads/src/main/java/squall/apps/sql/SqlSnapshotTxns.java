package squall.apps.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import squall.apps.Profile;
import squall.apps.SqlApp;
import squall.apps.SqlSetting;
import squall.apps.Statements;
import squall.apps.Texts;
import squall.apps.Write;
import squall.check.Seen;
import squall.spi.Outcome;

/** Pairs of rows written in one transaction, of which never one may be seen without the other. */
public final class SqlSnapshotTxns implements SqlApp {
    private static final String COPY = "-copy";

    @Override
    public Profile profile() {
        return Profile.of(
                        "SqlSnapshotTxns",
                        "Writes a key and its copy in one transaction; reads both, which must be equal.",
                        new Profile.Drive(1, 1, 1_000_000, -1, -1))
                .inTransactions("repeatable-read");
    }

    @Override
    public void create(Connection connection, SqlSetting setting) throws SQLException {
        Script.run(connection, "CREATE TABLE IF NOT EXISTS " + setting.name() + " (k text PRIMARY KEY, v text)");
    }

    @Override
    public Statements prepare(Connection connection, SqlSetting setting) throws SQLException {
        return new Pairs(connection, setting);
    }

    @Override
    public void survey(Connection connection, SqlSetting setting, Rows rows) throws SQLException {
        Script.each(
                connection,
                """
                SELECT coalesce(one.k, left(two.k, -%d)), one.v, two.v
                FROM (SELECT k, v FROM %2$s WHERE k NOT LIKE '%%%3$s') AS one
                FULL JOIN (SELECT k, v FROM %2$s WHERE k LIKE '%%%3$s') AS two ON two.k = one.k || '%3$s'
                WHERE coalesce(one.k, two.k) LIKE ?""".formatted(COPY.length(), setting.name(), COPY),
                setting.texts().prefix(),
                row -> {
                    long key = setting.texts().number(row.getString(1));
                    rows.row(key, seen(setting.texts(), key, row.getString(2), row.getString(3)));
                });
    }

    private static Seen seen(Texts texts, long key, @Nullable String one, @Nullable String two) {
        if (one == null && two == null) {
            return new Seen.Missing();
        }
        return one == null || !one.equals(two)
                ? new Seen.Torn("the pair holds '" + one + "' and '" + two + "'")
                : texts.seen(key, one);
    }

    private static final class Pairs implements Statements {
        private final Texts texts;
        private final PreparedStatement insert;
        private final PreparedStatement update;
        private final PreparedStatement select;

        Pairs(Connection connection, SqlSetting setting) throws SQLException {
            texts = setting.texts();
            insert = connection.prepareStatement("INSERT INTO " + setting.name() + " (k, v) VALUES (?, ?)");
            update = connection.prepareStatement("UPDATE " + setting.name() + " SET v = ? WHERE k = ?");
            select = connection.prepareStatement("SELECT k, v FROM " + setting.name() + " WHERE k IN (?, ?)");
        }

        @Override
        public Outcome write(Write write) throws SQLException {
            String key = texts.key(write.key());
            String value = texts.value(write.key(), write.version());
            return write(write, key, value) && write(write, key + COPY, value) ? Outcome.OK : NO_ROW;
        }

        @Override
        public Seen read(long key, int version) throws SQLException {
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

        private boolean write(Write write, String key, String value) throws SQLException {
            PreparedStatement statement = write.isNew() ? insert : update;
            statement.setString(1, write.isNew() ? key : value);
            statement.setString(2, write.isNew() ? value : key);
            return statement.executeUpdate() == 1;
        }
    }
}
