package squall.tpcc.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.engine.LoadRun;
import squall.engine.RunResult;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.LoadPlan;
import squall.fixture.StandaloneMariaDb;
import squall.spi.CheckResult.Verdict;
import squall.sql.Dialects;
import squall.sql.SqlDatabase;
import squall.sql.SqlDialect.Language;
import squall.sql.driver.SqlSettings;
import squall.tpcc.TpccServer;
import squall.tpcc.WarehouseScale;
import squall.tpcc.check.ConditionSurvey.ConditionFinding;
import squall.tpcc.loading.DataSize;
import squall.tpcc.run.TpccLoad;
import squall.tpcc.run.TpccSettings;
import squall.tpcc.terminal.TransactionInput;
import squall.tpcc.terminal.TransactionMix.DeckMix;
import squall.tpcc.transaction.TransactionProfiles;
import squall.tpcc.transaction.TransactionProfiles.PlacedOrder;

/** TPC-C in MySQL's language on one loaded warehouse of a real MariaDB: the conditions, and short runs that must keep them. */
@Tag("server")
@Tag("extended")
class MariaDbTpccServerTest {
    private static final WarehouseScale ONE = WarehouseScale.of(1);

    private static @Nullable StandaloneMariaDb server;

    @BeforeAll
    static void load() throws Exception {
        server = StandaloneMariaDb.startOrSkip(MariaDbTpccServerTest.class);
        TpccServer.load(settings());
    }

    @AfterAll
    static void stop() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void the_server_tells_the_sizes_of_the_tables() throws Exception {
        DataSize size = DataSize.of(SqlDatabase.connect(settings()));
        assertThat(size.rows()).isBetween(590_000L, 720_000L);
        assertThat(size.bytes().orElseThrow()).isBetween(60_000_000L, 300_000_000L);
    }

    @ParameterizedTest
    @CsvSource({"read-committed, 4", "read-committed, 16", "repeatable-read, 4", "serializable, 4"})
    void under_any_isolation_conditions_hold_and_orders_are_found(String isolation, int sessions) throws Exception {
        SqlDatabase database = SqlDatabase.connect(settings().withIsolation(isolation));
        try (TpccLoad load = new TpccLoad(database, TpccSettings.of(ONE, new DeckMix(), sessions))) {
            load.setUp();
            RunResult result = new LoadRun(
                            load,
                            new LoadPlan(
                                    sessions,
                                    new LoadPace.Closed(),
                                    OptionalLong.empty(),
                                    Optional.of(Duration.ofSeconds(4)),
                                    Duration.ZERO,
                                    Duration.ofSeconds(60),
                                    7,
                                    LoadPlan.Threads.PLATFORM,
                                    List.of()),
                            List.of())
                    .execute();
            assertThat(result.total().operations()).allMatch(operation -> operation.ok() > 0);
            assertThat(load.check())
                    .noneMatch(check -> check.verdict() == Verdict.FAILED || check.verdict() == Verdict.UNDECIDED);
            assertThat(load.check())
                    .filteredOn(check -> check.verdict() == Verdict.PASSED)
                    .hasSize(ConsistencyCondition.values().length);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ':',
            value = {
                "1 8 : UPDATE warehouse SET w_ytd = w_ytd + 0.01",
                "1 9 : UPDATE district SET d_ytd = d_ytd + 0.01 WHERE d_id = 3",
                "2 : UPDATE district SET d_next_o_id = d_next_o_id + 1 WHERE d_id = 3",
                "4 6 : DELETE FROM order_line WHERE ol_d_id = 3 AND ol_o_id = 2950",
                "E3 : DELETE FROM oorder WHERE o_d_id = 3 AND o_id = 100",
                "7 : UPDATE order_line SET ol_delivery_d = NULL WHERE ol_d_id = 3 AND ol_o_id = 100",
                "10 12 : UPDATE customer SET c_balance = c_balance - 0.01 WHERE c_d_id = 3 AND c_id = 5",
                "12 : UPDATE customer SET c_ytd_payment = c_ytd_payment + 0.01 WHERE c_d_id = 3 AND c_id = 5",
                "E1 : UPDATE customer SET c_payment_cnt = c_payment_cnt + 1 WHERE c_d_id = 3 AND c_id = 5",
                "E2 : UPDATE stock SET s_order_cnt = s_order_cnt + 1 WHERE s_i_id = 5",
            })
    void corrupt_data_offends_against_these_conditions(String conditions, String corruption) throws Exception {
        List<String> offended = new ArrayList<>();
        try (Connection connection = begun()) {
            Statements.execute(connection, corruption);
            for (ConsistencyCondition condition : ConsistencyCondition.values()) {
                if (condition != ConsistencyCondition.C11
                        && ConditionFinding.of(condition.query(ONE, "0").in(Language.MYSQL), connection)
                                        .offenders()
                                > 0) {
                    offended.add(condition.shortTitle().replace("condition ", ""));
                }
            }
            connection.rollback();
        }
        assertThat(String.join(" ", offended)).isEqualTo(conditions);
    }

    @Test
    void an_order_with_an_unknown_item_is_undone() throws Exception {
        try (Connection connection = begun()) {
            PlacedOrder placed = profiles(connection)
                    .newOrder(new TransactionInput.NewOrder(
                            1,
                            7,
                            3,
                            List.of(
                                    new TransactionInput.OrderLine(1, 4, 1, 10),
                                    new TransactionInput.OrderLine(2, 100_001, 1, 1))));
            assertThat(placed.end()).isEqualTo(PlacedOrder.TransactionEnd.ROLLED_BACK);
            assertThat(placed.lines())
                    .extracting(PlacedOrder.PlacedLine::number)
                    .containsExactly(1);
            assertThat(count(connection, "SELECT count(*) FROM oorder WHERE o_d_id = 7 AND o_id = " + placed.id()))
                    .isZero();
        }
    }

    @Test
    void an_item_twice_in_one_order_is_taken_twice() throws Exception {
        try (Connection connection = begun()) {
            long before = count(connection, "SELECT s_ytd * 1000 + s_order_cnt FROM stock WHERE s_i_id = 4");
            PlacedOrder placed = profiles(connection)
                    .newOrder(new TransactionInput.NewOrder(
                            1,
                            7,
                            3,
                            List.of(
                                    new TransactionInput.OrderLine(1, 4, 1, 10),
                                    new TransactionInput.OrderLine(2, 4, 1, 7))));
            assertThat(placed.end()).isEqualTo(PlacedOrder.TransactionEnd.PLACED);
            assertThat(count(connection, "SELECT s_ytd * 1000 + s_order_cnt FROM stock WHERE s_i_id = 4"))
                    .isEqualTo(before + 17_002);
            connection.rollback();
        }
    }

    @Test
    void a_payment_goes_to_the_middle_customer_of_a_name_and_to_no_missing_customer() throws Exception {
        try (Connection connection = begun()) {
            Statements.execute(
                    connection, "UPDATE customer SET c_last = 'SAME' WHERE c_d_id = 7 AND c_id IN (2, 4, 6)");
            Statements.execute(
                    connection,
                    "UPDATE customer SET c_first = concat('first ', 9 - c_id) WHERE c_d_id = 7 AND c_id < 7");
            TransactionProfiles profiles = profiles(connection);
            assertThat(profiles.payment(payment("SAME")).id()).isEqualTo(4);
            assertThat(profiles.payment(payment("NOBODY")).id()).isZero();
            connection.rollback();
        }
    }

    private static TransactionInput.Payment payment(String name) {
        return new TransactionInput.Payment(
                1, 7, new TransactionInput.CustomerSelector.ByLastName(1, 7, name), new BigDecimal("1234.56"));
    }

    private static TransactionProfiles profiles(Connection connection) throws Exception {
        return new TransactionProfiles(
                connection, SqlDatabase.connect(settings()).dialect());
    }

    private static Connection begun() throws Exception {
        Connection connection = SqlDatabase.connect(settings()).open();
        DatabaseSnapshot.plan(connection, Dialects.MARIADB);
        connection.setAutoCommit(false);
        return connection;
    }

    private static long count(Connection connection, String query) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    private static SqlSettings settings() {
        return SqlSettings.of(Objects.requireNonNull(server).url(), StandaloneMariaDb.SQUALL, StandaloneMariaDb.SQUALL);
    }
}
