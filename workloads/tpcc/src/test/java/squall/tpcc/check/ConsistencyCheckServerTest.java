package squall.tpcc.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;
import squall.sql.SqlDatabase;
import squall.system.CommandException;
import squall.tpcc.TpccServer;
import squall.tpcc.WarehouseScale;
import squall.tpcc.check.ConditionSurvey.ConditionFinding;
import squall.tpcc.check.ConsistencyCheck.CheckTime;
import squall.tpcc.check.ConsistencyCheck.Extent;

/** Test with one loaded warehouse of a real server, corrupted in one way after the other, each rolled back. */
@Tag("server")
@ExtendWith(TpccServer.Giver.class)
class ConsistencyCheckServerTest {
    private static final WarehouseScale ONE = WarehouseScale.of(1);
    private static final String EXACT = "0";

    private static TpccServer server;
    private static SqlDatabase database;

    @BeforeAll
    static void load(TpccServer shared) throws IOException, InterruptedException, CommandException {
        server = shared;
        database = SqlDatabase.connect(shared.loaded("conditions"));
    }

    @Test
    void loaded_data_is_consistent() throws InterruptedException {
        assertThat(ConsistencyCheck.BY_DEFAULT.run(database, ONE, CheckTime.AFTER_LOAD))
                .hasSize(ConsistencyCondition.values().length)
                .allMatch(result -> result.verdict() == Verdict.PASSED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ':',
            value = {
                "1 8 : UPDATE warehouse SET w_ytd = w_ytd + 1",
                "1 9 : UPDATE district SET d_ytd = d_ytd + 1 WHERE d_id = 3",
                "2 : UPDATE district SET d_next_o_id = d_next_o_id + 1 WHERE d_id = 3",
                "3 5 11 : DELETE FROM new_order WHERE no_d_id = 3 AND no_o_id = 2500",
                "4 6 : DELETE FROM order_line WHERE ol_d_id = 3 AND ol_o_id = 2500 AND ol_number = 1",
                "4 6 : UPDATE oorder SET o_ol_cnt = o_ol_cnt + 1 WHERE o_d_id = 3 AND o_id = 2500",
                "5 7 E3 : UPDATE oorder SET o_carrier_id = NULL WHERE o_d_id = 3 AND o_id = 100",
                "7 : UPDATE order_line SET ol_delivery_d = NULL WHERE ol_d_id = 3 AND ol_o_id = 100",
                "10 12 : UPDATE customer SET c_balance = c_balance - 0.01 WHERE c_d_id = 3 AND c_id = 5",
                "12 : UPDATE customer SET c_ytd_payment = c_ytd_payment + 0.01 WHERE c_d_id = 3 AND c_id = 5",
                "10 12 : UPDATE order_line SET ol_amount = 1 WHERE ol_d_id = 3 AND ol_o_id = 100 AND ol_number = 1",
                "8 9 10 E1 : DELETE FROM history WHERE h_c_d_id = 3 AND h_c_id = 5",
                "E1 : UPDATE customer SET c_payment_cnt = c_payment_cnt + 1 WHERE c_d_id = 3 AND c_id = 5",
                "E2 : UPDATE stock SET s_ytd = s_ytd + 1 WHERE s_i_id = 5",
                "E2 : UPDATE stock SET s_order_cnt = s_order_cnt + 1 WHERE s_i_id = 5",
                "E2 : UPDATE stock SET s_remote_cnt = s_remote_cnt + 1 WHERE s_i_id = 5",
                "E3 : UPDATE customer SET c_delivery_cnt = c_delivery_cnt + 1 WHERE c_d_id = 3 AND c_id = 5",
                "E0 : SET LOCAL session_replication_role = replica; DELETE FROM stock WHERE s_i_id = 5"
            })
    void corrupt_data_offends_against_these_conditions_and_no_others(String conditions, String corruption)
            throws SQLException, InterruptedException {
        assertThat(offended(corruption)).isEqualTo(conditions);
    }

    @Test
    void an_offence_is_counted_and_shown() throws SQLException, InterruptedException {
        try (Connection connection = begun("UPDATE district SET d_next_o_id = 3002 WHERE d_id IN (3, 4)")) {
            assertThat(ConditionFinding.of(ConsistencyCondition.C2.query(ONE, EXACT), connection)
                            .detail())
                    .isEqualTo(
                            "2 offenders, for example d_w_id 1, d_id 3, d_next_o_id 3002, max_o_id 3000, max_no_o_id 3000");
            connection.rollback();
        }
    }

    @Test
    void sums_of_floating_point_columns_may_miss_by_half_a_cent() throws SQLException, InterruptedException {
        try (Connection connection = begun("ALTER TABLE customer ALTER COLUMN c_ytd_payment TYPE double precision")) {
            String tolerance = ConditionSurvey.tolerance(connection);
            assertThat(tolerance).isEqualTo("0.005");
            Statements.execute(connection, "UPDATE customer SET c_ytd_payment = 10.004 WHERE c_d_id = 3 AND c_id = 5");
            assertThat(ConditionFinding.of(ConsistencyCondition.C12.query(ONE, tolerance), connection))
                    .isEqualTo(ConditionFinding.NONE);
            Statements.execute(connection, "UPDATE customer SET c_ytd_payment = 10.01 WHERE c_d_id = 3 AND c_id = 5");
            assertThat(ConditionFinding.of(ConsistencyCondition.C12.query(ONE, tolerance), connection)
                            .offenders())
                    .isEqualTo(1);
            connection.rollback();
        }
    }

    @Test
    void exact_columns_are_held_to_the_cent() throws SQLException, InterruptedException {
        try (Connection connection = database.open()) {
            assertThat(ConditionSurvey.tolerance(connection)).isEqualTo(EXACT);
        }
    }

    @Test
    void all_connections_of_a_snapshot_see_the_same_moment() throws SQLException, InterruptedException {
        try (DatabaseSnapshot snapshot = DatabaseSnapshot.of(database)) {
            Statements.execute(database, "UPDATE district SET d_ytd = d_ytd + 1 WHERE d_id = 9");
            try {
                assertThat(snapshot.connections())
                        .hasSizeGreaterThan(1)
                        .allMatch(ConsistencyCheckServerTest::sumsAgree);
            } finally {
                Statements.execute(database, "UPDATE district SET d_ytd = d_ytd - 1 WHERE d_id = 9");
            }
        }
    }

    @Test
    void after_a_run_the_condition_of_a_fresh_load_is_left_out() throws InterruptedException {
        assertThat(verdicts(ConsistencyCheck.BY_DEFAULT, ONE, Verdict.SKIPPED)).containsExactly("11");
    }

    @Test
    void many_warehouses_are_spared_what_reads_much_unless_it_is_asked_for() throws InterruptedException {
        WarehouseScale many = WarehouseScale.of(ConsistencyCheck.MOST_WAREHOUSES + 1);
        assertThat(verdicts(ConsistencyCheck.BY_DEFAULT, many, Verdict.SKIPPED))
                .containsExactly("4", "6", "7", "8", "9", "10", "11", "12", "E1", "E2");
        assertThat(ConsistencyCheck.BY_DEFAULT.run(database, many, CheckTime.AFTER_RUN))
                .extracting(CheckResult::detail)
                .contains(
                        "too expensive for 101 warehouses: checked by default up to 100, with --all-conditions for any number");
        assertThat(verdicts(new ConsistencyCheck(Extent.ALL), many, Verdict.SKIPPED))
                .containsExactly("11");
    }

    @Test
    void warehouses_that_are_missing_are_no_good_data() throws InterruptedException {
        assertThat(verdicts(ConsistencyCheck.BY_DEFAULT, WarehouseScale.of(2), Verdict.FAILED))
                .containsExactly("E0");
    }

    @Test
    void without_tables_nothing_is_decided() throws Exception {
        assertThat(ConsistencyCheck.BY_DEFAULT.run(
                        SqlDatabase.connect(server.empty("nothing")), ONE, CheckTime.AFTER_LOAD))
                .hasSize(ConsistencyCondition.values().length)
                .allMatch(result ->
                        result.verdict() == Verdict.UNDECIDED && result.detail().startsWith("42P01: "));
    }

    @Test
    void a_condition_that_cannot_be_asked_leaves_the_others_their_snapshot() throws Exception {
        SqlDatabase half = SqlDatabase.connect(server.empty("half"));
        Statements.execute(
                half,
                "CREATE TABLE customer (c_balance decimal, c_ytd_payment decimal)",
                "CREATE TABLE new_order (no_w_id int, no_d_id int, no_o_id int)");
        assertThat(ConsistencyCheck.BY_DEFAULT.run(half, ONE, CheckTime.AFTER_LOAD))
                .filteredOn(result -> result.verdict() == Verdict.PASSED)
                .extracting(CheckResult::name)
                .containsExactly("condition 3 (the orders of NEW-ORDER have no gaps)");
    }

    private static String offended(String corruption) throws SQLException, InterruptedException {
        List<String> offended = new ArrayList<>();
        try (Connection connection = begun(corruption)) {
            for (ConsistencyCondition condition : ConsistencyCondition.values()) {
                if (ConditionFinding.of(condition.query(ONE, EXACT), connection).offenders() > 0) {
                    offended.add(number(condition.title()));
                }
            }
            connection.rollback();
        }
        return String.join(" ", offended);
    }

    private static Connection begun(String statement) throws SQLException, InterruptedException {
        Connection connection = database.open();
        connection.setAutoCommit(false);
        Statements.execute(connection, statement);
        return connection;
    }

    private static boolean sumsAgree(Connection connection) {
        try {
            return ConditionFinding.of(ConsistencyCondition.C1.query(ONE, EXACT), connection)
                    .equals(ConditionFinding.NONE);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> verdicts(ConsistencyCheck conditions, WarehouseScale scale, Verdict verdict)
            throws InterruptedException {
        return conditions.run(database, scale, CheckTime.AFTER_RUN).stream()
                .filter(result -> result.verdict() == verdict)
                .map(result -> number(result.name()))
                .toList();
    }

    private static String number(String title) {
        return title.replaceFirst("condition (\\S+) .*", "$1");
    }
}
