package squall.apps.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import squall.apps.Profile;
import squall.apps.Setting;
import squall.apps.SqlApp;
import squall.apps.SqlSetting;
import squall.apps.Statements;
import squall.apps.Texts;
import squall.apps.Write;
import squall.check.Seen;
import squall.spi.Options;
import squall.spi.Outcome;

/** New rows of as many columns, indexes and foreign keys as asked for. */
public final class SqlDataLoad implements SqlApp {
    /** @param rowsOfOther of each table that is referred to @param alike keys in a row that refer to the same */
    private record Shape(int columns, int indexes, int foreignKeys, int rowsOfOther, int alike) {
        private static final int MOST = 100;

        static Shape of(Options options) {
            Shape shape = new Shape(
                    options.number("num_value_columns", 1, 1, MOST),
                    options.number("num_indexes", 0, 0, MOST),
                    options.number("num_foreign_keys", 0, 0, MOST),
                    options.number("num_foreign_key_table_rows", 1000, 1, Integer.MAX_VALUE),
                    options.number("num_consecutive_rows_with_same_fk", 500, 1, Integer.MAX_VALUE));
            if (Math.max(shape.indexes, shape.foreignKeys) > shape.columns) {
                throw new IllegalArgumentException("--num_indexes " + shape.indexes + " and --num_foreign_keys "
                        + shape.foreignKeys + " must not exceed --num_value_columns " + shape.columns);
            }
            return shape;
        }

        String value(int column, Texts texts, long key, int version) {
            return column <= foreignKeys ? "fk:" + key / alike % rowsOfOther : texts.value(key, version);
        }

        String names() {
            return IntStream.rangeClosed(1, columns).mapToObj(i -> "v" + i).collect(Collectors.joining(", "));
        }
    }

    @Override
    public Profile profile() {
        return Profile.of(
                "SqlDataLoad",
                "Inserts rows of --num_value_columns, indexes and foreign keys as asked for; reads by key.",
                new Profile.Drive(0, 2, 2_000_000, 2_000_000, -1));
    }

    @Override
    public Set<String> options() {
        return Set.of(
                "num_value_columns",
                "num_indexes",
                "num_foreign_keys",
                "num_foreign_key_table_rows",
                "num_consecutive_rows_with_same_fk");
    }

    @Override
    public void require(Setting setting) {
        Shape.of(setting.options());
    }

    @Override
    public boolean updates() {
        return false;
    }

    @Override
    public List<String> tables(Setting setting) {
        List<String> tables = new ArrayList<>(List.of(setting.table()));
        for (int i = 1; i <= Shape.of(setting.options()).foreignKeys; i++) {
            tables.add(setting.table() + "_fk_" + i);
        }
        return List.copyOf(tables);
    }

    @Override
    public void create(Connection connection, SqlSetting setting) throws SQLException {
        Shape shape = Shape.of(setting.options());
        StringBuilder columns = new StringBuilder("k text PRIMARY KEY");
        for (int i = 1; i <= shape.columns; i++) {
            columns.append(", v").append(i).append(" text NOT NULL");
            if (i <= shape.foreignKeys) {
                String other = setting.name("_fk_" + i);
                columns.append(" REFERENCES ").append(other);
                Script.run(
                        connection,
                        "CREATE TABLE IF NOT EXISTS " + other + " (k text PRIMARY KEY)",
                        "INSERT INTO " + other + " SELECT 'fk:' || n FROM generate_series(0, " + (shape.rowsOfOther - 1)
                                + ") AS n ON CONFLICT DO NOTHING");
            }
        }
        Script.run(connection, "CREATE TABLE IF NOT EXISTS " + setting.name() + " (" + columns + ")");
        for (int i = 1; i <= shape.indexes; i++) {
            Script.run(
                    connection,
                    "CREATE INDEX IF NOT EXISTS " + setting.name("_byv" + i) + " ON " + setting.name() + " (v" + i
                            + ")");
        }
    }

    @Override
    public Statements prepare(Connection connection, SqlSetting setting) throws SQLException {
        return new Inserts(connection, setting);
    }

    @Override
    public void survey(Connection connection, SqlSetting setting, Rows rows) throws SQLException {
        Shape shape = Shape.of(setting.options());
        Script.each(
                connection,
                "SELECT k, " + shape.names() + " FROM " + setting.name() + " WHERE k LIKE ?",
                setting.texts().prefix(),
                row -> {
                    long key = setting.texts().number(row.getString(1));
                    rows.row(key, seen(setting.texts(), shape, key, row));
                });
    }

    private static Seen seen(Texts texts, Shape shape, long key, ResultSet row) throws SQLException {
        for (int i = 1; i <= shape.columns; i++) {
            String found = row.getString(1 + i);
            if (!shape.value(i, texts, key, 0).equals(found)) {
                return new Seen.Torn("column v" + i + " holds '" + found + "'");
            }
        }
        return new Seen.Version(0);
    }

    private static final class Inserts implements Statements {
        private final Texts texts;
        private final Shape shape;
        private final PreparedStatement insert;
        private final PreparedStatement select;

        Inserts(Connection connection, SqlSetting setting) throws SQLException {
            texts = setting.texts();
            shape = Shape.of(setting.options());
            insert = connection.prepareStatement("INSERT INTO " + setting.name() + " (k, " + shape.names()
                    + ") VALUES (?" + ", ?".repeat(shape.columns) + ")");
            select = connection.prepareStatement(
                    "SELECT k, " + shape.names() + " FROM " + setting.name() + " WHERE k = ?");
        }

        @Override
        public Outcome write(Write write) throws SQLException {
            insert.setString(1, texts.key(write.key()));
            for (int i = 1; i <= shape.columns; i++) {
                insert.setString(1 + i, shape.value(i, texts, write.key(), write.version()));
            }
            return insert.executeUpdate() == 1 ? Outcome.OK : NO_ROW;
        }

        @Override
        public Seen read(long key, int version) throws SQLException {
            select.setString(1, texts.key(key));
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? seen(texts, shape, key, row) : new Seen.Missing();
            }
        }
    }
}
