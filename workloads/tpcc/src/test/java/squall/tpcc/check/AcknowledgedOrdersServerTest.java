package squall.tpcc.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;
import squall.sql.SqlDatabase;
import squall.tpcc.TpccServer;
import squall.tpcc.WarehouseScale;

/** Test on two warehouses of a real server, of which only districts and orders matter. */
@Tag("server")
@ExtendWith(TpccServer.Giver.class)
class AcknowledgedOrdersServerTest {
    private static final WarehouseScale TWO = WarehouseScale.of(2);

    private static TpccServer server;
    private static SqlDatabase database;

    @BeforeAll
    static void start(TpccServer shared) throws IOException, InterruptedException, SQLException {
        server = shared;
        database = SqlDatabase.connect(shared.empty("orders"));
        Statements.execute(
                database,
                "CREATE TABLE district (d_w_id int, d_id int, d_next_o_id int, PRIMARY KEY (d_w_id, d_id))",
                "CREATE TABLE oorder (o_w_id int, o_d_id int, o_id int, PRIMARY KEY (o_w_id, o_d_id, o_id))");
    }

    @BeforeEach
    void load() throws SQLException, InterruptedException {
        Statements.execute(
                database,
                "TRUNCATE district, oorder",
                "INSERT INTO district SELECT w, d, 3001 FROM generate_series(1, 2) w, generate_series(1, 10) d",
                "INSERT INTO oorder SELECT d_w_id, d_id, 3000 FROM district");
    }

    @Test
    void all_that_was_acknowledged_is_there() throws Exception {
        AcknowledgedOrders orders = begun();
        for (int warehouse = 1; warehouse <= 2; warehouse++) {
            for (int district = 1; district <= 10; district++) {
                placed(orders, warehouse, district, 3_001);
                placed(orders, warehouse, district, 3_002);
            }
        }
        assertThat(orders.verify(database))
                .isEqualTo(result(
                        Verdict.PASSED,
                        "40 acknowledged, 0 lost, 0 phantom, 0 numbered twice; districts counted 40",
                        figures(40, 0, 0, 0)));
    }

    @Test
    void an_order_that_is_gone_whole_is_lost() throws Exception {
        AcknowledgedOrders orders = begun();
        placed(orders, 1, 7, 3_001);
        placed(orders, 2, 3, 3_001);
        Statements.execute(
                database,
                "DELETE FROM oorder WHERE o_w_id = 2 AND o_d_id = 3 AND o_id = 3001",
                "UPDATE district SET d_next_o_id = 3001 WHERE d_w_id = 2 AND d_id = 3");

        assertThat(orders.verify(database))
                .isEqualTo(result(
                        Verdict.FAILED,
                        "lost is warehouse 2 district 3 order 3001; the order counters of the districts do not match the placed orders; 2 acknowledged, 1 lost, 0 phantom, 0 numbered twice; districts counted 1",
                        figures(2, 0, 1, 0)));
    }

    @Test
    void an_order_that_was_never_placed_is_a_phantom() throws Exception {
        AcknowledgedOrders orders = begun();
        placed(orders, 1, 7, 3_001);
        inserted(1, 7, 3_002);

        assertThat(orders.verify(database))
                .isEqualTo(result(
                        Verdict.FAILED,
                        "not placed by this run: warehouse 1 district 7 order 3002; the order counters of the districts do not match the placed orders; 1 acknowledged, 0 lost, 1 phantom, 0 numbered twice; districts counted 2",
                        figures(1, 0, 0, 1)));
    }

    @Test
    void an_order_whose_answer_was_lost_may_be_there_or_not() throws Exception {
        AcknowledgedOrders orders = begun();
        placed(orders, 1, 7, 3_001);
        orders.unknown(1, 7);
        orders.unknown(2, 1);
        inserted(1, 7, 3_002);

        assertThat(orders.verify(database))
                .isEqualTo(result(
                        Verdict.PASSED,
                        "1 acknowledged, 0 lost, 0 phantom, 0 numbered twice; districts counted 2;"
                                + " of 2 whose response was lost 1 are there",
                        figures(1, 2, 0, 0)));
    }

    @Test
    void a_number_given_twice_is_found_though_only_one_order_is_there() throws Exception {
        AcknowledgedOrders orders = begun();
        placed(orders, 1, 7, 3_001);
        orders.acknowledged(1, 7, 3_001);

        assertThat(orders.verify(database).verdict()).isEqualTo(Verdict.FAILED);
    }

    @Test
    void a_district_that_counted_on_without_an_order_is_found() throws Exception {
        AcknowledgedOrders orders = begun();
        Statements.execute(database, "UPDATE district SET d_next_o_id = 3002 WHERE d_w_id = 1 AND d_id = 1");

        assertThat(orders.verify(database))
                .isEqualTo(result(
                        Verdict.FAILED,
                        "the order counters of the districts do not match the placed orders;"
                                + " 0 acknowledged, 0 lost, 0 phantom, 0 numbered twice; districts counted 1",
                        figures(0, 0, 0, 0)));
    }

    @Test
    void another_clients_warehouses_are_left_alone() throws Exception {
        AcknowledgedOrders orders = new AcknowledgedOrders(new WarehouseScale(2, 2, 1));
        orders.begin(database);
        inserted(1, 7, 3_001);
        placed(orders, 2, 7, 3_001);

        assertThat(orders.verify(database).verdict()).isEqualTo(Verdict.PASSED);
    }

    @Test
    void a_database_that_cannot_be_asked_decides_nothing() throws Exception {
        AcknowledgedOrders orders = begun();
        CheckResult result = orders.verify(SqlDatabase.connect(server.empty("no_orders")));

        assertThat(result.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(result.detail()).contains("looking up orders failed: 42P01");
    }

    @Test
    void an_order_number_given_twice_stays_wrong_when_the_database_cannot_be_asked() throws Exception {
        AcknowledgedOrders orders = begun();
        orders.acknowledged(1, 7, 3_001);
        orders.acknowledged(1, 7, 3_001);
        CheckResult result = orders.verify(SqlDatabase.connect(server.empty("gone")));

        assertThat(result.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(result.detail())
                .startsWith("1 order number was assigned twice; the rest could not be checked: ")
                .contains("looking up orders failed: 42P01");
    }

    @Test
    void orders_that_were_rolled_back_are_said() throws Exception {
        AcknowledgedOrders orders = begun();
        placed(orders, 1, 9, 3_001);
        orders.rolledBack();

        assertThat(orders.verify(database).detail())
                .startsWith("1 acknowledged, 0 lost, 0 phantom, 0 numbered twice; districts counted 1")
                .endsWith("; 1 more New-Order rolled back, as TPC-C wants of 1 %");
    }

    @Test
    void without_an_order_there_is_nothing_to_check() throws Exception {
        assertThat(begun().verify(database))
                .isEqualTo(result(Verdict.SKIPPED, "nothing to check: no acknowledged orders", Map.of()));
    }

    @Test
    void a_run_that_never_began_has_nothing_to_look_up() throws InterruptedException {
        assertThat(new AcknowledgedOrders(TWO).verify(database))
                .isEqualTo(result(Verdict.SKIPPED, "nothing to check: no transaction was started", Map.of()));
    }

    @Test
    void missing_districts_are_told_before_a_run() {
        assertThatThrownBy(() -> new AcknowledgedOrders(WarehouseScale.of(3)).begin(database))
                .isInstanceOf(IOException.class)
                .hasMessage("warehouses 1 to 3 have 20 districts, expected 30: load them first");
    }

    private static AcknowledgedOrders begun() throws IOException, InterruptedException {
        AcknowledgedOrders orders = new AcknowledgedOrders(TWO);
        orders.begin(database);
        return orders;
    }

    private static void placed(AcknowledgedOrders orders, int warehouse, int district, int order)
            throws SQLException, InterruptedException {
        inserted(warehouse, district, order);
        orders.acknowledged(warehouse, district, order);
    }

    private static void inserted(int warehouse, int district, int order) throws SQLException, InterruptedException {
        Statements.execute(
                database,
                "INSERT INTO oorder VALUES (" + warehouse + ", " + district + ", " + order + ")",
                "UPDATE district SET d_next_o_id = d_next_o_id + 1 WHERE d_w_id = " + warehouse + " AND d_id = "
                        + district);
    }

    private static CheckResult result(Verdict verdict, String detail, Map<String, Long> figures) {
        return new CheckResult("acknowledged orders", verdict, detail, figures);
    }

    private static Map<String, Long> figures(long acknowledged, long unknown, long lost, long phantom) {
        return Map.of("acknowledged", acknowledged, "unknown", unknown, "lost", lost, "phantom", phantom);
    }
}
