package squall.tpcc.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static squall.tpcc.transaction.Shop.rows;

import java.io.IOException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import squall.spi.Outcome;
import squall.sql.Dialects;
import squall.sql.SqlDialect;
import squall.tpcc.TpccServer;
import squall.tpcc.terminal.TransactionInput;
import squall.tpcc.transaction.TransactionProfiles.DeliveryResult;
import squall.tpcc.transaction.TransactionProfiles.PlacedOrder;

/** Test of the effect of each transaction on the rows, in a transaction that is rolled back after the test. */
@Tag("server")
@ExtendWith(TpccServer.Giver.class)
class TransactionProfilesServerTest {
    private static Shop shop;

    private Connection connection;
    private TransactionProfiles profiles;

    @BeforeAll
    static void open(TpccServer server) throws IOException, InterruptedException, SQLException {
        shop = Shop.open(server, "profiles");
    }

    @BeforeEach
    void begin() throws IOException, InterruptedException, SQLException {
        connection = shop.database("").open();
        connection.setAutoCommit(false);
        profiles = new TransactionProfiles(connection, Dialects.POSTGRES);
    }

    @AfterEach
    void rollBack() throws SQLException {
        connection.rollback();
        connection.close();
    }

    @Test
    void an_order_takes_stock_and_has_its_total_with_discount_and_taxes() throws SQLException {
        PlacedOrder placed = profiles.newOrder(order(line(1, 4, 1, 10), line(2, 3, 2, 5)));

        assertThat(placed.outcome()).isEqualTo(Outcome.OK);
        assertThat(placed.id()).isEqualTo(1);
        assertThat(placed.lines().toString())
                .isEqualTo(
                        "[PlacedLine[number=1, name=item 4, stock=80, generic=B, price=4.00, amount=40.00, orders=1], "
                                + "PlacedLine[number=2, name=item 3, stock=85, generic=G, price=3.00, amount=15.00, orders=1]]");
        // 55 x (1 - 0.2) x (1 + 0.1 + 0.05)
        assertThat(placed.total()).isEqualTo("50.60");
        assertThat(rows(connection, "SELECT d_id, d_next_o_id FROM district WHERE d_next_o_id > 1"))
                .containsExactly("7 | 2");
        assertThat(rows(
                        connection,
                        "SELECT o_w_id, o_d_id, o_id, o_c_id, o_carrier_id, o_ol_cnt, o_all_local FROM oorder"))
                .containsExactly("1 | 7 | 1 | 3 | null | 2 | 0");
        assertThat(rows(connection, "SELECT no_w_id, no_d_id, no_o_id FROM new_order"))
                .containsExactly("1 | 7 | 1");
        assertThat(rows(
                        connection,
                        "SELECT ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d,"
                                + " ol_dist_info FROM order_line ORDER BY ol_number"))
                .containsExactly(
                        "1 | 7 | 1 | 1 | 4 | 1 | 10 | 40.00 | null | of 7",
                        "1 | 7 | 1 | 2 | 3 | 2 | 5 | 15.00 | null | of 7");
        assertThat(stock()).containsExactly("1 | 4 | 80 | 10 | 1 | 0", "2 | 3 | 85 | 5 | 1 | 1");
    }

    @Test
    void stock_that_would_fall_below_ten_is_filled_up_by_91() throws SQLException {
        for (int order = 0; order < 8; order++) {
            profiles.newOrder(order(line(1, 4, 1, 10)));
        }
        assertThat(stock()).containsExactly("1 | 4 | 10 | 80 | 8 | 0");

        assertThat(profiles.newOrder(order(line(1, 4, 1, 1))).lines().getFirst().stock())
                .isEqualTo(100);
    }

    @Test
    void an_item_twice_in_one_order_is_taken_twice() throws SQLException {
        PlacedOrder placed =
                profiles.newOrder(order(line(1, 4, 1, 10), line(2, 5, 1, 1), line(3, 4, 1, 7), line(4, 4, 1, 2)));

        assertThat(stock()).containsExactly("1 | 4 | 71 | 19 | 3 | 0", "1 | 5 | 89 | 1 | 1 | 0");
        assertThat(rows(connection, "SELECT ol_number, ol_i_id, ol_quantity FROM order_line ORDER BY ol_number"))
                .containsExactly("1 | 4 | 10", "2 | 5 | 1", "3 | 4 | 7", "4 | 4 | 2");
        // (40 + 5 + 28 + 8) x 0.8 x 1.15
        assertThat(placed.total()).isEqualTo("74.52");
    }

    @Test
    void an_unknown_item_is_found_out_after_the_work_and_undoes_it() throws SQLException {
        PlacedOrder placed = profiles.newOrder(order(line(1, 4, 1, 10), line(2, 100_001, 1, 1)));

        assertThat(placed.outcome()).isEqualTo(TransactionProfiles.ROLLED_BACK);
        assertThat(placed.id()).isEqualTo(1);
        assertThat(placed.lines()).extracting(PlacedOrder.PlacedLine::stock).containsExactly(80);
        assertThat(stock()).isEmpty();
        assertThat(rows(connection, "SELECT count(*) FROM oorder")).containsExactly("0");
    }

    @Test
    void an_order_of_nothing_but_an_unknown_item_is_undone_too() throws SQLException {
        assertThat(profiles.newOrder(order(line(1, 100_001, 1, 1))).outcome())
                .isEqualTo(TransactionProfiles.ROLLED_BACK);
    }

    @Test
    void an_order_in_a_warehouse_that_is_not_there_is_refused() throws SQLException {
        var nowhere = new TransactionInput.NewOrder(3, 7, 3, List.of(line(1, 4, 1, 10)));

        assertThat(profiles.newOrder(nowhere).outcome())
                .hasToString("missing: New-Order: no such warehouse, district or customer");
    }

    @Test
    void a_payment_is_added_everywhere() throws SQLException {
        TransactionProfiles.PaymentResult payer =
                profiles.payment(payment(new TransactionInput.CustomerSelector.ById(2, 9, 3)));

        assertThat(payer).isEqualTo(new TransactionProfiles.PaymentResult(3, new BigDecimal("-1244.56"), "", 2));
        assertThat(rows(connection, "SELECT w_id, w_ytd FROM warehouse ORDER BY 1"))
                .containsExactly("1 | 301234.56", "2 | 300000.00");
        assertThat(rows(connection, "SELECT d_w_id, d_id, d_ytd FROM district WHERE d_ytd <> 30000"))
                .containsExactly("1 | 7 | 31234.56");
        assertThat(rows(
                        connection,
                        "SELECT c_w_id, c_d_id, c_id, c_balance, c_ytd_payment, c_payment_cnt, length(c_data) FROM customer"
                                + " WHERE c_payment_cnt > 1"))
                .containsExactly("2 | 9 | 3 | -1244.56 | 1244.56 | 2 | 499");
        assertThat(rows(connection, "SELECT h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_amount, h_data FROM history"))
                .containsExactly("3 | 9 | 2 | 7 | 1 | 1234.56 | ware1    dist7");
    }

    @Test
    void bad_credit_is_written_in_front_and_cut_at_500() throws SQLException {
        TransactionProfiles.PaymentResult payer =
                profiles.payment(payment(new TransactionInput.CustomerSelector.ById(2, 9, 5)));

        String written = "5 9 2 7 1 1234.56 ";
        assertThat(payer.data()).isEqualTo(written + "x".repeat(200 - written.length()));
        assertThat(rows(connection, "SELECT c_data FROM customer WHERE c_w_id = 2 AND c_d_id = 9 AND c_id = 5"))
                .containsExactly(written + "x".repeat(500 - written.length()));
    }

    @Test
    void a_payment_is_added_to_the_binary_number_of_a_foreign_load_too() throws SQLException {
        execute("ALTER TABLE customer ALTER COLUMN c_ytd_payment TYPE float");

        profiles.payment(payment(new TransactionInput.CustomerSelector.ById(2, 9, 3)));

        assertThat(rows(connection, "SELECT c_ytd_payment FROM customer WHERE c_payment_cnt > 1"))
                .containsExactly("1244.56");
    }

    @Test
    void the_middle_customer_of_a_name_by_first_name_is_taken() throws SQLException {
        // first 3, first 5, first 7 are customers 6, 4, 2.
        assertThat(profiles.payment(payment(new TransactionInput.CustomerSelector.ByLastName(1, 7, "SAME")))
                        .id())
                .isEqualTo(4);
        assertThat(profiles.payment(payment(new TransactionInput.CustomerSelector.ByLastName(1, 7, "NAME3")))
                        .id())
                .isEqualTo(3);

        execute("UPDATE customer SET c_last = 'OTHER' WHERE c_id = 2");
        assertThat(profiles.payment(payment(new TransactionInput.CustomerSelector.ByLastName(1, 7, "SAME")))
                        .id())
                .isEqualTo(6);
    }

    @Test
    void a_payment_of_an_unknown_customer_changes_nothing() throws SQLException {
        assertThat(profiles.payment(payment(new TransactionInput.CustomerSelector.ByLastName(1, 7, "NOBODY")))
                        .outcome())
                .isInstanceOf(Outcome.Refused.class);
        assertThat(rows(connection, "SELECT sum(w_ytd) FROM warehouse")).containsExactly("600000.00");
    }

    @Test
    void the_newest_order_is_shown() throws SQLException {
        profiles.newOrder(order(line(1, 4, 1, 10), line(2, 3, 2, 5)));
        profiles.newOrder(order(line(1, 4, 1, 10), line(2, 3, 1, 5), line(3, 6, 1, 5)));

        assertThat(profiles.orderStatus(
                        new TransactionInput.OrderStatus(new TransactionInput.CustomerSelector.ById(1, 7, 3))))
                .isEqualTo(new TransactionProfiles.OrderStatusResult(3, new BigDecimal("-10.00"), 2, 3));
        assertThat(profiles.orderStatus(new TransactionInput.OrderStatus(
                        new TransactionInput.CustomerSelector.ByLastName(1, 7, "NAME3"))))
                .isEqualTo(new TransactionProfiles.OrderStatusResult(3, new BigDecimal("-10.00"), 2, 3));
        assertThat(profiles.orderStatus(
                                new TransactionInput.OrderStatus(new TransactionInput.CustomerSelector.ById(1, 7, 2)))
                        .outcome())
                .isInstanceOf(Outcome.Refused.class);
    }

    static List<SqlDialect> dialects() {
        return List.of(Dialects.POSTGRES, Dialects.COCKROACHDB, Dialects.YUGABYTEDB);
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void the_oldest_order_of_each_district_is_delivered(SqlDialect dialect) throws SQLException {
        TransactionProfiles speaking = new TransactionProfiles(connection, dialect);
        profiles.newOrder(order(line(1, 4, 1, 10), line(2, 3, 2, 5)));
        profiles.newOrder(order(line(1, 6, 1, 10)));
        profiles.newOrder(new TransactionInput.NewOrder(1, 2, 5, List.of(line(1, 20, 1, 1))));

        assertThat(speaking.delivery(new TransactionInput.Delivery(1, 9))).isEqualTo(new DeliveryResult(2, 2));
        assertThat(rows(connection, "SELECT no_d_id, no_o_id FROM new_order")).containsExactly("7 | 2");
        assertThat(rows(connection, "SELECT o_d_id, o_id, o_carrier_id FROM oorder ORDER BY 1, 2"))
                .containsExactly("2 | 1 | 9", "7 | 1 | 9", "7 | 2 | null");
        assertThat(
                        rows(
                                connection,
                                "SELECT ol_d_id, ol_o_id, count(ol_delivery_d), count(*) FROM order_line GROUP BY 1, 2 ORDER BY 1, 2"))
                .containsExactly("2 | 1 | 1 | 1", "7 | 1 | 2 | 2", "7 | 2 | 0 | 1");
        assertThat(
                        rows(
                                connection,
                                "SELECT c_d_id, c_id, c_balance, c_delivery_cnt FROM customer WHERE c_balance <> -10 ORDER BY 1"))
                .containsExactly("2 | 5 | 10.00 | 1", "7 | 3 | 45.00 | 1");
        assertThat(speaking.delivery(new TransactionInput.Delivery(1, 9)).skipped())
                .isEqualTo(9);
        assertThat(speaking.delivery(new TransactionInput.Delivery(2, 9)).skipped())
                .isEqualTo(10);
    }

    @Test
    void a_stock_level_counts_different_items_of_the_last_twenty_orders() throws SQLException {
        profiles.newOrder(order(line(1, 9, 1, 10)));
        for (int order = 0; order < 10; order++) {
            profiles.newOrder(order(line(1, 4, 1, 1), line(2, 5, 1, 2)));
            profiles.newOrder(order(line(1, 4, 1, 1), line(2, 6, 1, 3)));
        }
        // Item 9 is in the 21st newest order only; 4, 5 and 6 are down to 70, 70 and 60.
        assertThat(profiles.stockLevel(new TransactionInput.StockLevel(1, 7, 71)))
                .isEqualTo(3);
        assertThat(profiles.stockLevel(new TransactionInput.StockLevel(1, 7, 70)))
                .isEqualTo(1);
        assertThat(profiles.stockLevel(new TransactionInput.StockLevel(1, 8, 70)))
                .isZero();
    }

    private List<String> stock() throws SQLException {
        return rows(
                connection,
                "SELECT s_w_id, s_i_id, s_quantity, s_ytd, s_order_cnt, s_remote_cnt FROM stock WHERE s_quantity <> 90 ORDER BY 1, 2");
    }

    private void execute(String statement) throws SQLException {
        try (var execution = connection.createStatement()) {
            execution.execute(statement);
        }
    }

    private static TransactionInput.NewOrder order(TransactionInput.OrderLine... lines) {
        return new TransactionInput.NewOrder(1, 7, 3, List.of(lines));
    }

    private static TransactionInput.OrderLine line(int number, int item, int supplier, int quantity) {
        return new TransactionInput.OrderLine(number, item, supplier, quantity);
    }

    private static TransactionInput.Payment payment(TransactionInput.CustomerSelector payer) {
        return new TransactionInput.Payment(1, 7, payer, new BigDecimal("1234.56"));
    }
}
