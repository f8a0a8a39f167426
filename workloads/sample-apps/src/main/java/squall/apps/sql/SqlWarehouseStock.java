package squall.apps.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
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

/** Workload of items that are sold singly and restocked when few are left; the number sold determines the number left. */
public final class SqlWarehouseStock implements SurveyedApp {
    private static final int FULL = 100;
    private static final int FEW = 10;

    @Override
    public AppProfile profile() {
        return AppProfile.of(
                        "SqlWarehouseStock",
                        "Sells items, and stocks them up when less than ten are left; reads what is left of one.",
                        new AppProfile.Drive(1, 100, 1000, -1, -1))
                .withTable("warehouse_stock")
                .withoutMySql("it needs UPDATE … RETURNING")
                .withoutValues("a stock has no value to fill up");
    }

    @Override
    public List<TableColumns> columns(AppContext setting) {
        return List.of(TableColumns.of(setting.table(), "item_id", "stock", "sold"));
    }

    @Override
    public void create(Connection connection, SqlAppContext setting) throws SQLException {
        PlainSql.execute(
                connection,
                "CREATE TABLE IF NOT EXISTS " + setting.name()
                        + " (item_id text PRIMARY KEY, stock int NOT NULL, sold int NOT NULL)");
    }

    @Override
    public SqlAppStatements prepare(Connection connection, SqlAppContext setting) throws SQLException {
        return new Stock(connection, setting);
    }

    @Override
    public Survey survey(SqlAppContext setting) {
        return new Survey(
                "SELECT item_id, stock, sold FROM " + setting.name() + " WHERE item_id LIKE ?",
                (key, row) -> seen(row.getInt(2), row.getInt(3)));
    }

    private static ObservedValue seen(int stock, int sold) {
        return sold >= 0 && stock == left(sold)
                ? new ObservedValue.Version(sold)
                : new ObservedValue.Torn(stock + " are left after " + sold + " were sold, not " + left(sold));
    }

    /** Returns the stock after so many sales: a sale that finds less than ten first adds a hundred. */
    private static int left(int sold) {
        int first = FULL - FEW + 2;
        return sold < first ? FULL - sold : FULL + FEW - 2 - (sold - first) % FULL;
    }

    private static final class Stock implements SqlAppStatements {
        private final KeyValueFormat texts;
        private final PreparedStatement insert;
        private final PreparedStatement update;
        private final PreparedStatement select;

        Stock(Connection connection, SqlAppContext setting) throws SQLException {
            texts = setting.texts();
            insert = connection.prepareStatement(
                    "INSERT INTO " + setting.name() + " (item_id, stock, sold) VALUES (?, " + FULL + ", 0)");
            update = connection.prepareStatement("UPDATE " + setting.name()
                    + " SET sold = sold + 1, stock = stock - 1 + CASE WHEN stock < " + FEW + " THEN " + FULL
                    + " ELSE 0 END WHERE item_id = ? RETURNING stock, sold");
            select = connection.prepareStatement("SELECT stock, sold FROM " + setting.name() + " WHERE item_id = ?");
        }

        @Override
        public Outcome write(KeyWrite write) throws SQLException {
            PreparedStatement statement = write.isNew() ? insert : update;
            statement.setString(1, texts.key(write.key()));
            if (write.isNew()) {
                return statement.executeUpdate() == 1 ? Outcome.OK : NO_ROW;
            }
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Outcome.OK : NO_ROW;
            }
        }

        @Override
        public ObservedValue read(long key, int version) throws SQLException {
            select.setString(1, texts.key(key));
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? seen(row.getInt(1), row.getInt(2)) : new ObservedValue.Missing();
            }
        }
    }
}
