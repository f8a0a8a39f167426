package squall.tpcc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.engine.LoadRun;
import squall.engine.RunResult;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.LoadPlan;
import squall.measure.OperationSummary;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;
import squall.spi.Operation;
import squall.sql.SqlDatabase;
import squall.sql.driver.SqlSettings;
import squall.system.CommandException;
import squall.tpcc.TpccServer;
import squall.tpcc.WarehouseScale;
import squall.tpcc.check.CountedUpdates;
import squall.tpcc.population.NuRandConstants;
import squall.tpcc.terminal.TerminalHomes;
import squall.tpcc.terminal.TerminalWaits;
import squall.tpcc.terminal.TerminalWaits.Wait;
import squall.tpcc.terminal.TransactionMix.DeckMix;
import squall.verdict.ErrorBudget;
import squall.verdict.ExitReasons;

/** Short runs on one loaded warehouse of a real server, one after the other: whatever they do, the data stays consistent. */
@Tag("server")
@ExtendWith(TpccServer.Giver.class)
class TpccLoadServerTest {
    private static final WarehouseScale ONE = WarehouseScale.of(1);

    private static SqlSettings usual;

    @BeforeAll
    static void load(TpccServer server) throws IOException, InterruptedException, CommandException {
        usual = server.loaded("runs");
    }

    @ParameterizedTest
    @CsvSource({
        "read-committed, 4",
        "read-committed, 40",
        "repeatable-read, 4",
        "repeatable-read, 40",
        "serializable, 4",
        "serializable, 40"
    })
    void under_any_isolation_conditions_hold_and_books_balance(String isolation, int sessions)
            throws IOException, InterruptedException, SQLException {
        SqlDatabase database = database(isolation);
        try (TpccLoad load = new TpccLoad(database, TpccSettings.of(ONE, new DeckMix(), sessions))) {
            load.setUp();
            RunResult result = run(load, sessions);

            assertThat(load.check()).noneMatch(TpccLoadServerTest::bad);
            assertThat(result.planned()).isEqualTo(result.started());
            assertThat(result.finished() + result.unfinished()).isEqualTo(result.planned());
            assertThat(result.total().operations().stream()
                            .mapToLong(OperationSummary::ended)
                            .sum())
                    .isEqualTo(result.finished());
            assertThat(result.total().operations()).allMatch(operation -> operation.ok() > 0);
            assertThat(constraintsBroken(result)).isEmpty();
        }
        assertThat(rows("SELECT count(o_carrier_id) FROM oorder GROUP BY o_d_id"))
                .as("each delivery takes an order of each district")
                .hasSize(10)
                .containsOnly(rows("SELECT count(o_carrier_id) FROM oorder WHERE o_d_id = 1")
                        .getFirst());
    }

    /** Puts the stock back as another program does that has read it before. The statements of the load add to what is there. */
    @Test
    void an_update_that_another_program_undoes_is_found_as_lost(TpccServer server) throws Exception {
        SqlDatabase database = SqlDatabase.connect(server.loaded("undone"));
        TpccSettings settings = judging();
        try (TpccLoad load = new TpccLoad(database, settings)) {
            load.setUp();
            run(load, 4);
            assertThat(load.check())
                    .filteredOn(check -> check.name().equals(CountedUpdates.CHECK))
                    .singleElement()
                    .satisfies(check ->
                            assertThat(check.verdict()).as(check.detail()).isEqualTo(Verdict.PASSED));
            database.administer("undoing updates", connection -> {
                try (Statement statement = connection.createStatement()) {
                    return statement.executeUpdate("UPDATE customer SET c_payment_cnt = 1")
                            + statement.executeUpdate("UPDATE stock SET s_order_cnt = 0");
                }
            });
            run(load, 4);
            assertThat(load.check())
                    .filteredOn(check -> check.name().equals(CountedUpdates.CHECK))
                    .singleElement()
                    .satisfies(check -> assertThat(check.detail())
                            .contains(" lost update", " after ", "a transaction left its count at "));
        }
    }

    private static TpccSettings judging() {
        TpccSettings plain = TpccSettings.of(ONE, new DeckMix(), 5);
        return new TpccSettings(
                plain.homes(),
                plain.mix(),
                plain.waits(),
                plain.seed(),
                plain.deferred(),
                plain.evidence().judging(ONE));
    }

    @Test
    void readers_and_writers_of_committed_rows_fail_nothing() throws IOException, InterruptedException {
        try (TpccLoad load = new TpccLoad(database("read-committed"), TpccSettings.of(ONE, new DeckMix(), 11))) {
            load.setUp();

            assertThat(run(load, 8).total().operations())
                    .allSatisfy(operation -> assertThat(operation.refused() + operation.retries())
                            .as(operation.operation().name())
                            .isZero());
        }
    }

    @Test
    void a_run_for_warehouses_that_are_not_there_does_not_begin() throws IOException, InterruptedException {
        try (TpccLoad load = new TpccLoad(database(""), TpccSettings.of(WarehouseScale.of(3), new DeckMix(), 7))) {
            assertThatThrownBy(load::setUp)
                    .isExactlyInstanceOf(IOException.class)
                    .hasNoCause()
                    .hasMessage(
                            "table warehouse has 1 from 1 to 1, but the run is for 3 from 1 to 3: load the missing warehouses, or run with the number that exists");
        }
    }

    @Test
    void the_load_of_customers_decides_with_which_constant_they_are_asked_for()
            throws IOException, InterruptedException {
        try (TpccLoad load = new TpccLoad(database(""), TpccSettings.of(ONE, new DeckMix(), 7))) {
            load.setUp();

            assertThat(load.database().settings().get("tpcc.constants"))
                    .contains("(load: " + NuRandConstants.lastNameLoad(TpccServer.LOAD_SEED)
                            + ", as recorded by the load)");
        }
    }

    @Test
    void users_who_think_have_their_deliveries_done_by_others() throws IOException, InterruptedException {
        TpccSettings settings = deferring();
        try (TpccLoad load = new TpccLoad(database("read-committed"), settings)) {
            load.setUp();
            RunResult result = run(load, 2, pace(settings));

            assertThat(load.check()).noneMatch(TpccLoadServerTest::bad);
            List<OperationSummary> operations = result.total().operations();
            OperationSummary queued = operations.get(3);
            OperationSummary done = operations.get(5);
            assertThat(queued.operation()).isEqualTo(new Operation(3, "Delivery", true));
            assertThat(done.operation()).isEqualTo(new Operation(5, "DeliveryDeferred", false));
            assertThat(queued.ok()).isPositive().isEqualTo(done.ok());
            assertThat(result.total().failed()).isZero();
            assertThat(result.total().finished())
                    .as("a Delivery counts once")
                    .isEqualTo(operations.stream()
                                    .mapToLong(OperationSummary::ended)
                                    .sum()
                            - queued.ended());
            assertThat(settings.evidence().audit().judge(result.total()).toString())
                    .contains("NewOrder keying time was 0.02 s");
        }
    }

    @Test
    void a_delivery_that_fails_after_it_was_queued_is_a_failed_operation()
            throws IOException, InterruptedException, SQLException {
        TpccSettings settings = deferring();
        try (TpccLoad load = new TpccLoad(database("read-committed"), settings)) {
            load.setUp();
            tell("ALTER TABLE oorder ADD CONSTRAINT undelivered CHECK (o_carrier_id IS NULL) NOT VALID");
            RunResult result = run(load, 2, pace(settings));
            tell("ALTER TABLE oorder DROP CONSTRAINT undelivered");

            long failed = result.total().operations().get(5).refused();
            assertThat(failed).isPositive().isEqualTo(result.total().failed());
            assertThat(ExitReasons.of(result, List.of(), ErrorBudget.NONE).lines())
                    .anyMatch(line -> line.startsWith("exit 3: " + failed + " of "));
            assertThat(load.check()).noneMatch(TpccLoadServerTest::bad);
        }
    }

    private static TpccSettings deferring() {
        TerminalWaits waits = TerminalWaits.of(type -> new Wait(Duration.ofMillis(20), Duration.ofMillis(50)));
        return new TpccSettings(
                TerminalHomes.specified(ONE),
                new DeckMix(),
                Optional.of(waits),
                13,
                true,
                TpccSettings.TpccEvidence.of(ONE));
    }

    private static LoadPace pace(TpccSettings settings) {
        return new LoadPace.Users(settings.homes().terminals(), settings.users().orElseThrow(), 1);
    }

    private static RunResult run(TpccLoad load, int sessions) throws InterruptedException {
        return run(load, sessions, new LoadPace.Closed());
    }

    private static RunResult run(TpccLoad load, int sessions, LoadPace pace) throws InterruptedException {
        LoadPlan plan = new LoadPlan(
                sessions,
                pace,
                OptionalLong.empty(),
                Optional.of(Duration.ofSeconds(2)),
                Duration.ZERO,
                Duration.ofSeconds(10),
                7,
                LoadPlan.Threads.PLATFORM,
                List.of());
        return new LoadRun(load, plan, List.of()).execute();
    }

    private static boolean bad(CheckResult result) {
        return switch (result.verdict()) {
            case PASSED, SKIPPED -> false;
            case UNDECIDED, FAILED -> true;
        };
    }

    /** Errors that no collision of transactions explains. */
    private static List<String> constraintsBroken(RunResult result) {
        return result.total().operations().stream()
                .flatMap(operation -> operation.outcomes().keySet().stream())
                .map(Object::toString)
                .filter(outcome -> outcome.matches(".*kind=(CONSTRAINT|DATA|OTHER).*"))
                .toList();
    }

    private static SqlDatabase database(String isolation) throws IOException, InterruptedException {
        return SqlDatabase.connect(new SqlSettings(
                usual.url(),
                usual.user(),
                usual.password(),
                isolation,
                usual.autocommit(),
                usual.connectTimeout(),
                usual.statementTimeout(),
                usual.socketTimeout(),
                usual.reconnectWithin(),
                usual.retries(),
                usual.fetchSize(),
                usual.properties()));
    }

    private static void tell(String command) throws IOException, InterruptedException, SQLException {
        try (Connection connection = database("").open();
                Statement statement = connection.createStatement()) {
            statement.execute(command);
            if (!connection.getAutoCommit()) {
                connection.commit();
            }
        }
    }

    private static List<String> rows(String query) throws IOException, InterruptedException, SQLException {
        try (Connection connection = database("").open();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<String> texts = new ArrayList<>();
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
            return texts;
        }
    }
}
