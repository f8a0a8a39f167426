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
import squall.apps.AppContext;
import squall.apps.AppProfile;
import squall.apps.KeyValueFormat;
import squall.apps.KeyWrite;
import squall.apps.SqlAppContext;
import squall.apps.SqlAppStatements;
import squall.check.ObservedValue;
import squall.spi.Options;
import squall.spi.Outcome;
import squall.sql.PlainSql;
import squall.sql.TableColumns;

/** Workload that inserts rows with the requested number of columns, indexes and foreign keys. */
public final class SqlDataLoad implements SurveyedApp {
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
            for (String option : List.of("num_foreign_key_table_rows", "num_consecutive_rows_with_same_fk")) {
                if (shape.foreignKeys == 0 && options.all().containsKey(option)) {
                    throw new IllegalArgumentException("--" + option + " needs --num_foreign_keys above 0");
                }
            }
            return shape;
        }

        String value(int column, KeyValueFormat texts, long key, int version) {
            return column <= foreignKeys ? "fk:" + key / alike % rowsOfOther : texts.value(key, version);
        }

        String names() {
            return IntStream.rangeClosed(1, columns).mapToObj(i -> "v" + i).collect(Collectors.joining(", "));
        }
    }

    @Override
    public AppProfile profile() {
        return AppProfile.of(
                        "SqlDataLoad",
                        "Inserts rows of --num_value_columns, indexes and foreign keys as asked for; reads by key.",
                        new AppProfile.Drive(0, 2, 2_000_000, 2_000_000, -1),
                        AppProfile.Trait.DIVISIBLE,
                        AppProfile.Trait.INSERTS_ONLY)
                .withoutMySql(
                        "it generates rows with PostgreSQL's generate_series and indexes columns of unlimited text");
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
    public void require(AppContext setting) {
        Shape.of(setting.options());
    }

    @Override
    public List<TableColumns> columns(AppContext setting) {
        Shape shape = Shape.of(setting.options());
        List<TableColumns> tables = new ArrayList<>();
        tables.add(TableColumns.of(setting.table(), ("k, " + shape.names()).split(", ", -1)));
        for (int i = 1; i <= shape.foreignKeys; i++) {
            tables.add(TableColumns.of(setting.table() + "_fk_" + i, "k"));
        }
        return tables;
    }

    @Override
    public void create(Connection connection, SqlAppContext setting) throws SQLException {
        Shape shape = Shape.of(setting.options());
        StringBuilder columns = new StringBuilder("k text PRIMARY KEY");
        for (int i = 1; i <= shape.columns; i++) {
            columns.append(", v").append(i).append(" text NOT NULL");
            if (i <= shape.foreignKeys) {
                String other = setting.name("_fk_" + i);
                columns.append(" REFERENCES ").append(other);
                PlainSql.execute(
                        connection,
                        "CREATE TABLE IF NOT EXISTS " + other + " (k text PRIMARY KEY)",
                        "INSERT INTO " + other + " SELECT 'fk:' || n FROM generate_series(0, " + (shape.rowsOfOther - 1)
                                + ") AS n ON CONFLICT DO NOTHING");
            }
        }
        PlainSql.execute(connection, "CREATE TABLE IF NOT EXISTS " + setting.name() + " (" + columns + ")");
        for (int i = 1; i <= shape.indexes; i++) {
            PlainSql.execute(
                    connection,
                    "CREATE INDEX IF NOT EXISTS " + setting.name("_byv" + i) + " ON " + setting.name() + " (v" + i
                            + ")");
        }
    }

    @Override
    public SqlAppStatements prepare(Connection connection, SqlAppContext setting) throws SQLException {
        return new Inserts(connection, setting);
    }

    @Override
    public Survey survey(SqlAppContext setting) {
        Shape shape = Shape.of(setting.options());
        return new Survey(
                "SELECT k, " + shape.names() + " FROM " + setting.name() + " WHERE k LIKE ?",
                (key, row) -> seen(setting.texts(), shape, key, row));
    }

    private static ObservedValue seen(KeyValueFormat texts, Shape shape, long key, ResultSet row) throws SQLException {
        for (int i = 1; i <= shape.columns; i++) {
            String found = row.getString(1 + i);
            if (!shape.value(i, texts, key, 0).equals(found)) {
                return new ObservedValue.Torn("column v" + i + " holds '" + found + "'");
            }
        }
        return new ObservedValue.Version(0);
    }

    private static final class Inserts implements SqlAppStatements {
        private final KeyValueFormat texts;
        private final Shape shape;
        private final PreparedStatement insert;
        private final PreparedStatement select;

        Inserts(Connection connection, SqlAppContext setting) throws SQLException {
            texts = setting.texts();
            shape = Shape.of(setting.options());
            insert = connection.prepareStatement("INSERT INTO " + setting.name() + " (k, " + shape.names()
                    + ") VALUES (?" + ", ?".repeat(shape.columns) + ")");
            select = connection.prepareStatement(
                    "SELECT k, " + shape.names() + " FROM " + setting.name() + " WHERE k = ?");
        }

        @Override
        public Outcome write(KeyWrite write) throws SQLException {
            insert.setString(1, texts.key(write.key()));
            for (int i = 1; i <= shape.columns; i++) {
                insert.setString(1 + i, shape.value(i, texts, write.key(), write.version()));
            }
            return insert.executeUpdate() == 1 ? Outcome.OK : NO_ROW;
        }

        @Override
        public ObservedValue read(long key, int version) throws SQLException {
            select.setString(1, texts.key(key));
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? seen(texts, shape, key, row) : new ObservedValue.Missing();
            }
        }
    }
}
