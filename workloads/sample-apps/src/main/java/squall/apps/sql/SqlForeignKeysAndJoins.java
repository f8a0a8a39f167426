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
import squall.check.DataCheck;
import squall.check.ObservedValue;
import squall.spi.Outcome;
import squall.sql.PlainSql;
import squall.sql.TableColumns;

/** Workload of orders whose users must exist; reads join orders with users. */
public final class SqlForeignKeysAndJoins implements SurveyedApp {
    private static final int USERS = 1000;
    private static final String ORDERS = "_orders";

    @Override
    public AppProfile profile() {
        return AppProfile.of(
                        "SqlForeignKeysAndJoins",
                        "Inserts orders of 1000 users, with a foreign key to each user; reads an order joined with its user.",
                        new AppProfile.Drive(1, 1, 1_000_000, -1, -1))
                .withTable("sqlfkusers")
                .withoutMySql(
                        "it generates rows with PostgreSQL's generate_series and adds missing ones with ON CONFLICT");
    }

    @Override
    public List<TableColumns> columns(AppContext setting) {
        return List.of(
                TableColumns.of(setting.table() + ORDERS, "order_id", "user_id", "order_time", "order_details"),
                TableColumns.of(setting.table(), "user_id", "user_details"));
    }

    @Override
    public void create(Connection connection, SqlAppContext setting) throws SQLException {
        PlainSql.execute(
                connection,
                "CREATE TABLE IF NOT EXISTS " + setting.name() + " (user_id text PRIMARY KEY, user_details text)",
                "CREATE TABLE IF NOT EXISTS " + setting.name(ORDERS)
                        + " (order_id text PRIMARY KEY, user_id text NOT NULL REFERENCES " + setting.name()
                        + " (user_id), order_time timestamp NOT NULL DEFAULT now(), order_details text)",
                "INSERT INTO " + setting.name() + " SELECT 'user:' || n, 'details of ' || n FROM generate_series(0, "
                        + (USERS - 1) + ") AS n ON CONFLICT DO NOTHING");
    }

    @Override
    public SqlAppStatements prepare(Connection connection, SqlAppContext setting) throws SQLException {
        return new Orders(connection, setting);
    }

    @Override
    public Survey survey(SqlAppContext setting) {
        return new Survey(
                "SELECT order_id, user_id, order_details FROM " + setting.name(ORDERS) + " WHERE order_id LIKE ?",
                (key, row) -> seen(setting.texts(), key, row.getString(2), row.getString(3)));
    }

    @Override
    public List<Check> checks() {
        return List.of(new Check("foreign key", "orders", SqlForeignKeysAndJoins::orphans));
    }

    /** Checks that the foreign key held: every order has its user. */
    private static String orphans(Connection connection, SqlAppContext setting, DataCheck check) throws SQLException {
        String orders = setting.name(ORDERS);
        check.examined(PlainSql.number(connection, "SELECT count(*) FROM " + orders));
        long orphans = PlainSql.number(
                connection,
                "SELECT count(*) FROM " + orders + " AS o WHERE NOT EXISTS (SELECT 1 FROM " + setting.name()
                        + " AS u WHERE u.user_id = o.user_id)");
        if (orphans == 0) {
            return "every order has its user";
        }
        check.wrong(orphans + " orders have no user");
        return "";
    }

    private static ObservedValue seen(KeyValueFormat texts, long key, String user, String details) {
        return user.equals(user(key))
                ? texts.seen(key, details)
                : new ObservedValue.Torn("the order is of '" + user + "'");
    }

    private static String user(long key) {
        return "user:" + key % USERS;
    }

    private static final class Orders implements SqlAppStatements {
        private final KeyValueFormat texts;
        private final PreparedStatement insert;
        private final PreparedStatement update;
        private final PreparedStatement join;

        Orders(Connection connection, SqlAppContext setting) throws SQLException {
            texts = setting.texts();
            insert = connection.prepareStatement(
                    "INSERT INTO " + setting.name(ORDERS) + " (order_details, order_id, user_id) VALUES (?, ?, ?)");
            update = connection.prepareStatement(
                    "UPDATE " + setting.name(ORDERS) + " SET order_details = ? WHERE order_id = ? AND user_id = ?");
            join = connection.prepareStatement("SELECT u.user_id, o.order_details FROM " + setting.name()
                    + " AS u JOIN " + setting.name(ORDERS) + " AS o ON o.user_id = u.user_id WHERE o.order_id = ?");
        }

        @Override
        public Outcome write(KeyWrite write) throws SQLException {
            PreparedStatement statement = write.isNew() ? insert : update;
            statement.setString(1, texts.value(write.key(), write.version()));
            statement.setString(2, texts.key(write.key()));
            statement.setString(3, user(write.key()));
            return statement.executeUpdate() == 1 ? Outcome.OK : NO_ROW;
        }

        @Override
        public ObservedValue read(long key, int version) throws SQLException {
            join.setString(1, texts.key(key));
            try (ResultSet row = join.executeQuery()) {
                return row.next() ? seen(texts, key, row.getString(1), row.getString(2)) : new ObservedValue.Missing();
            }
        }
    }
}
