package squall.tpcc.transaction;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import squall.sql.SqlDatabase;
import squall.sql.driver.SqlSettings;
import squall.tpcc.TpccServer;
import squall.tpcc.schema.SchemaSettings;
import squall.tpcc.schema.TpccSchema;

/**
 * Database of a real server with two warehouses so small that a test can name their content: items and stock 1 to 20 at prices of their
 * number, 90 of each in stock; customers 1 to 6 in each district, 2, 4 and 6 called SAME, whose first names sort against their numbers.
 */
final class Shop {
    private static final List<String> GOODS = List.of(
            "INSERT INTO item SELECT i, 'item ' || i, i, CASE WHEN i % 2 = 0 THEN 'an ORIGINAL one' ELSE 'plain' END, 1"
                    + " FROM generate_series(1, 20) i",
            "INSERT INTO warehouse SELECT w, 300000, 0.1, 'ware' || w, 'a', 'b', 'c', 'ST', '123411111'"
                    + " FROM generate_series(1, 2) w",
            "INSERT INTO district (d_w_id, d_id, d_ytd, d_tax, d_next_o_id, d_name, d_street_1, d_street_2, d_city, d_state, d_zip)"
                    + " SELECT w, d, 30000, 0.05, 1, 'dist' || d, 'a', 'b', 'c', 'ST', '123411111'"
                    + " FROM generate_series(1, 2) w, generate_series(1, 10) d",
            "INSERT INTO stock (s_w_id, s_i_id, s_quantity, s_ytd, s_order_cnt, s_remote_cnt, s_data, s_dist_01, s_dist_02, s_dist_03,"
                    + " s_dist_04, s_dist_05, s_dist_06, s_dist_07, s_dist_08, s_dist_09, s_dist_10)"
                    + " SELECT w, i, 90, 0, 0, 0, 'very ORIGINAL', 'of 1', 'of 2', 'of 3', 'of 4', 'of 5', 'of 6', 'of 7', 'of 8', 'of 9',"
                    + " 'of 10' FROM generate_series(1, 2) w, generate_series(1, 20) i",
            "INSERT INTO customer (c_w_id, c_d_id, c_id, c_discount, c_credit, c_last, c_first, c_credit_lim, c_balance, c_ytd_payment,"
                    + " c_payment_cnt, c_delivery_cnt, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone, c_since, c_middle, c_data)"
                    + " SELECT w, d, c, 0.2, CASE WHEN c = 5 THEN 'BC' ELSE 'GC' END, CASE WHEN c % 2 = 0 THEN 'SAME' ELSE 'NAME' || c END,"
                    + " 'first ' || 9 - c, 50000, -10, 10, 1, 0, 'a', 'b', 'c', 'ST', '123411111', '0', localtimestamp, 'OE', repeat('x', 499)"
                    + " FROM generate_series(1, 2) w, generate_series(1, 10) d, generate_series(1, 6) c");

    private final SqlSettings settings;

    private Shop(SqlSettings settings) {
        this.settings = settings;
    }

    /** Creates a shop. @param name of a database that does not exist yet */
    static Shop open(TpccServer server, String name) throws IOException, InterruptedException, SQLException {
        Shop shop = new Shop(server.empty(name));
        shop.stock();
        return shop;
    }

    /** Connects with this isolation level. */
    SqlDatabase database(String isolation) throws IOException, InterruptedException {
        return SqlDatabase.connect(new SqlSettings(
                settings.url(),
                settings.user(),
                settings.password(),
                isolation,
                settings.autocommit(),
                settings.connectTimeout(),
                settings.statementTimeout(),
                settings.socketTimeout(),
                settings.reconnectWithin(),
                settings.retries(),
                settings.fetchSize(),
                settings.properties()));
    }

    /** Returns rows as texts, columns separated by bars. */
    static List<String> rows(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<String> texts = new ArrayList<>();
            while (rows.next()) {
                List<String> columns = new ArrayList<>();
                for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
                    columns.add(String.valueOf(rows.getString(column)).strip());
                }
                texts.add(String.join(" | ", columns));
            }
            return texts;
        }
    }

    private void stock() throws IOException, InterruptedException, SQLException {
        SqlDatabase database = database("");
        TpccSchema schema = TpccSchema.of(database.dialect(), SchemaSettings.of(2));
        schema.create(database);
        schema.complete(database);
        try (Connection connection = database.open();
                Statement statement = connection.createStatement()) {
            for (String goods : GOODS) {
                statement.execute(goods);
            }
        }
    }
}
