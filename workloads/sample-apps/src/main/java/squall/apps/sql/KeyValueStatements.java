package squall.apps.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import squall.apps.AppContext;
import squall.apps.KeyValueFormat;
import squall.apps.KeyWrite;
import squall.apps.SqlAppContext;
import squall.apps.SqlAppStatements;
import squall.check.ObservedValue;
import squall.spi.Outcome;
import squall.sql.PlainSql;
import squall.sql.TableColumns;

/** Statements that write and read rows of a key and a value by their key. */
final class KeyValueStatements implements SqlAppStatements {
    private final KeyValueFormat texts;
    private final PreparedStatement insert;
    private final PreparedStatement update;
    private final PreparedStatement select;

    KeyValueStatements(Connection connection, SqlAppContext setting) throws SQLException {
        texts = setting.texts();
        insert = connection.prepareStatement("INSERT INTO " + setting.name() + " (k, v) VALUES (?, ?)");
        update = connection.prepareStatement("UPDATE " + setting.name() + " SET v = ? WHERE k = ?");
        select = connection.prepareStatement("SELECT v FROM " + setting.name() + " WHERE k = ?");
    }

    @Override
    public Outcome write(KeyWrite write) throws SQLException {
        String key = texts.key(write.key());
        String value = texts.value(write.key(), write.version());
        PreparedStatement statement = write.isNew() ? insert : update;
        statement.setString(1, write.isNew() ? key : value);
        statement.setString(2, write.isNew() ? value : key);
        return statement.executeUpdate() == 1 ? Outcome.OK : NO_ROW;
    }

    @Override
    public ObservedValue read(long key, int version) throws SQLException {
        select.setString(1, texts.key(key));
        try (ResultSet row = select.executeQuery()) {
            return row.next() ? texts.seen(key, String.valueOf(row.getString(1))) : new ObservedValue.Missing();
        }
    }

    /** Application over one table of keys and values. */
    interface KeyValueApp extends SurveyedApp {
        @Override
        default boolean divisible() {
            return true;
        }

        @Override
        default List<TableColumns> columns(AppContext setting) {
            return List.of(TableColumns.of(setting.table(), "k", "v"));
        }

        @Override
        default void create(Connection connection, SqlAppContext setting) throws SQLException {
            PlainSql.execute(
                    connection, setting.createTable(setting.name(), "k " + setting.keyText() + " PRIMARY KEY, v text"));
        }

        @Override
        default SqlAppStatements prepare(Connection connection, SqlAppContext setting) throws SQLException {
            return new KeyValueStatements(connection, setting);
        }

        @Override
        default Survey survey(SqlAppContext setting) {
            return new Survey(
                    "SELECT k, v FROM " + setting.name() + " WHERE k LIKE ?",
                    (key, row) -> setting.texts().seen(key, String.valueOf(row.getString(2))));
        }
    }
}
