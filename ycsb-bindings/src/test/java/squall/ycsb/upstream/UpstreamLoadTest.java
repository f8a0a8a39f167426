package squall.ycsb.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.results.RunInfo.Setting;
import squall.spi.CheckResult;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.spi.Session;
import squall.ycsb.YcsbProperties;
import squall.ycsb.output.Line;
import squall.ycsb.upstream.RecordedTurn.Recorded;

class UpstreamLoadTest {
    private static final String PREFIX = ThirdParty.class.getName() + "$";

    @BeforeEach
    void forget() {
        ThirdParty.MemoryDb.TABLES.clear();
    }

    @Test
    void each_call_is_recorded_and_a_rude_database_ends_no_session() throws Exception {
        RecordedTurn turn = new RecordedTurn();
        try (UpstreamLoad load = load(false, "OnceEach", "RudeDb")) {
            Session session = load.open(0);
            assertThat(session.perform(turn)).isTrue();
            session.close();
        }
        assertThat(turn.recorded())
                .containsExactly(
                        new Recorded(
                                "READ",
                                0,
                                101,
                                other(
                                        "IllegalStateException",
                                        PREFIX + "RudeDb.read threw java.lang.IllegalStateException: read number 1")),
                        new Recorded("SCAN", 102, 102, other("BUSY", "come back later")),
                        new Recorded("UPDATE", 103, 103, unknown("NO_STATUS", "the database returned null")),
                        new Recorded(
                                "DELETE",
                                104,
                                104,
                                unknown(
                                        "NoClassDefFoundError",
                                        PREFIX
                                                + "RudeDb.delete threw java.lang.NoClassDefFoundError: com/example/Missing")),
                        new Recorded("TRANSACTION", 0, 100, unknown("NO_STATUS", "the database returned null")));
    }

    @Test
    void only_the_first_message_of_a_kind_is_kept() throws Exception {
        RecordedTurn second = new RecordedTurn();
        try (UpstreamLoad load = load(false, "OnceEach", "RudeDb")) {
            Session session = load.open(0);
            session.perform(new RecordedTurn());
            session.perform(second);
            session.close();
        }
        assertThat(second.recorded().getFirst().outcome())
                .isEqualTo(other(
                        "IllegalStateException",
                        PREFIX + "RudeDb.read threw java.lang.IllegalStateException: read number 1"));
    }

    @Test
    void what_a_workload_measures_under_a_name_of_its_own_is_read_out_at_the_end() throws Exception {
        try (UpstreamLoad load = load(false, "OnceEach", "MemoryDb")) {
            Session session = load.open(0);
            session.perform(new RecordedTurn());
            session.perform(new RecordedTurn());
            session.close();
            assertThat(load.measured())
                    .contains(
                            new Line("TRANSFER", "Operations", 2L),
                            new Line("TRANSFER", "AverageLatency(us)", 77.0),
                            new Line("TRANSFER", "Return=OK", 2));
        }
    }

    @Test
    void a_second_load_in_the_process_begins_with_empty_measurements() throws Exception {
        try (UpstreamLoad first = load(false, "OnceEach", "MemoryDb")) {
            first.open(0).perform(new RecordedTurn());
        }
        try (UpstreamLoad second = load(false, "OnceEach", "MemoryDb")) {
            assertThat(second.measured()).isEmpty();
        }
    }

    @Test
    void a_thread_ends_when_its_workload_says_so_and_the_others_go_on() throws Exception {
        try (UpstreamLoad load = load(false, "TwoEach", "MemoryDb")) {
            Session one = load.open(0);
            Session other = load.open(1);
            assertThat(one.perform(new RecordedTurn())).isTrue();
            assertThat(one.perform(new RecordedTurn())).isFalse();
            assertThat(other.perform(new RecordedTurn())).isTrue();
        }
    }

    @Test
    void a_workload_that_requests_a_stop_ends_every_thread() throws Exception {
        try (UpstreamLoad load = load(false, "Quitting", "MemoryDb")) {
            assertThat(load.open(0).perform(new RecordedTurn())).isFalse();
            assertThat(load.open(1).perform(new RecordedTurn())).isFalse();
        }
    }

    @Test
    void a_run_that_is_to_end_asks_the_workload_to_stop() throws Exception {
        RecordedTurn turn = new RecordedTurn();
        turn.stop();
        try (UpstreamLoad load = load(false, "OnceEach", "MemoryDb")) {
            assertThat(load.open(0).perform(turn)).isFalse();
        }
    }

    @Test
    void a_workload_that_throws_has_failed_in_this_turn_and_goes_on() throws Exception {
        RecordedTurn turn = new RecordedTurn();
        try (UpstreamLoad load = load(false, "Broken", "MemoryDb")) {
            assertThat(load.open(0).perform(turn)).isTrue();
        }
        assertThat(turn.recorded())
                .containsExactly(new Recorded(
                        "TRANSACTION",
                        0,
                        100,
                        other(
                                "ArithmeticException",
                                PREFIX + "Broken.doTransaction threw java.lang.ArithmeticException: / by zero")));
    }

    @Test
    void a_turn_that_asks_nothing_of_its_database_is_counted_all_the_same() throws Exception {
        RecordedTurn turn = new RecordedTurn();
        try (UpstreamLoad load = load(false, "Quitting", "MemoryDb")) {
            load.open(0).perform(turn);
        }
        assertThat(turn.recorded()).containsExactly(new Recorded("TRANSACTION", 0, 100, Outcome.OK));
    }

    @Test
    void a_sample_from_outside_its_turn_is_left_to_upstream() throws Exception {
        RecordedTurn turn = new RecordedTurn();
        try (UpstreamLoad load = load(false, "Timeless", "MemoryDb")) {
            load.open(0).perform(turn);
            assertThat(load.measured())
                    .contains(new Line("VERIFY", "Operations", 1L), new Line("VERIFY", "Return=ERROR", 1));
        }
        assertThat(turn.told()).containsExactly("TRANSACTION OK");
    }

    @Test
    void one_row_that_is_refused_does_not_end_a_load() throws Exception {
        RecordedTurn turn = new RecordedTurn();
        try (UpstreamLoad load = load(true, "OnceEach", "RudeDb")) {
            assertThat(load.open(0).perform(turn)).isTrue();
        }
        assertThat(turn.told()).containsExactly("INSERT ERROR", "TRANSACTION ERROR");
    }

    @Test
    void cleanup_is_measured_once_and_its_failure_told() throws Exception {
        RecordedTurn turn = new RecordedTurn();
        try (UpstreamLoad load = load(false, "OnceEach", "RudeDb")) {
            Session session = load.open(0);
            session.flush(turn);
            session.close();
        }
        assertThat(turn.recorded())
                .containsExactly(new Recorded(
                        "CLEANUP",
                        100,
                        100,
                        unknown("DBException", PREFIX + "RudeDb.cleanup threw site.ycsb.DBException: cannot let go")));
    }

    @Test
    void a_blocked_call_is_ended_by_an_interrupt() throws Exception {
        RecordedTurn turn = new RecordedTurn();
        try (UpstreamLoad load = load(false, "TwoEach", "StuckDb")) {
            Session session = load.open(0);
            CompletableFuture<Boolean> more = CompletableFuture.supplyAsync(() -> perform(session, turn));
            assertThat(ThirdParty.StuckDb.REACHED.await(10, TimeUnit.SECONDS)).isTrue();
            session.abort();
            assertThat(more.get(10, TimeUnit.SECONDS)).isFalse();
        }
        assertThat(turn.told()).containsExactly("READ INTERRUPTED", "TRANSACTION INTERRUPTED");
    }

    @Test
    void a_database_that_cannot_connect_is_named_with_its_reason() throws Exception {
        try (UpstreamLoad load = load(false, "OnceEach", "ClosedDb")) {
            assertThatThrownBy(() -> load.open(0))
                    .isInstanceOf(IOException.class)
                    .hasMessage(PREFIX + "ClosedDb.init threw site.ycsb.DBException: connection refused: 127.0.0.1:1");
        }
    }

    @Test
    void a_workload_that_refuses_its_properties_is_a_usage_error() {
        assertThatThrownBy(() -> load(false, "Picky", "MemoryDb"))
                .isInstanceOfSatisfying(
                        CommandException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.USAGE))
                .hasMessage(
                        PREFIX + "Picky.init threw site.ycsb.WorkloadException: picky.level is missing. It read its "
                                + "own properties; check those it names, and that its numbers fit in 32 bits.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "site.ycsb.BasicBD | db=site.ycsb.BasicBD cannot be used: there is no such class on the class path; "
                        + "did you mean 'site.ycsb.BasicDB'?",
                "com.example.Db | db=com.example.Db cannot be used: there is no such class on the class path (add it "
                        + "with -cp); known are squall.ycsb.binding.JdbcDb, site.ycsb.BasicDB, site.ycsb.BasicTSDB",
                "java.lang.String | db=java.lang.String cannot be used: it is no site.ycsb.DB",
                "site.ycsb.DBWrapper | db=site.ycsb.DBWrapper cannot be used: it has no public constructor without "
                        + "arguments"
            })
    void a_class_that_cannot_be_used_is_a_usage_error(String db, String message) {
        assertThatThrownBy(() -> make(true, Map.of("workload", PREFIX + "OnceEach", "db", db)))
                .isInstanceOfSatisfying(
                        CommandException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.USAGE))
                .hasMessage(message);
    }

    @Test
    void an_unchanged_core_workload_loads_its_keys_and_runs_read_modify_writes_that_verify() throws Exception {
        Map<String, String> core = Map.of(
                "workload", "site.ycsb.workloads.CoreWorkload",
                "db", PREFIX + "MemoryDb",
                "recordcount", "20",
                "operationcount", "50",
                "dataintegrity", "true",
                "readproportion", "0",
                "updateproportion", "0",
                "readmodifywriteproportion", "1",
                "requestdistribution", "uniform");
        try (UpstreamLoad load = make(true, core)) {
            perform(load, 20);
        }
        assertThat(ThirdParty.MemoryDb.rows("usertable"))
                .hasSize(20)
                .containsKeys("user6284781860667377211", "user8517097267634966620");
        try (UpstreamLoad run = make(false, core)) {
            assertThat(perform(run, 50))
                    .isEqualTo(Map.of(
                            "READ OK",
                            50L,
                            "UPDATE OK",
                            50L,
                            "READ-MODIFY-WRITE OK",
                            50L,
                            "VERIFY OK",
                            50L,
                            "TRANSACTION OK",
                            50L));
            assertThat(run.check())
                    .containsExactly(new CheckResult(
                            "dataintegrity",
                            CheckResult.Verdict.PASSED,
                            "50 rows as written, 0 with other content, 0 that gave nothing to compare"));
        }
    }

    @Test
    void one_corrupt_row_is_found_by_the_workload_and_fails_the_check() throws Exception {
        Map<String, String> core = Map.of(
                "workload", "site.ycsb.workloads.CoreWorkload",
                "db", PREFIX + "MemoryDb",
                "recordcount", "1",
                "operationcount", "3",
                "dataintegrity", "true",
                "readproportion", "1",
                "updateproportion", "0",
                "requestdistribution", "uniform");
        try (UpstreamLoad load = make(true, core)) {
            perform(load, 1);
        }
        ThirdParty.MemoryDb.rows("usertable").values().forEach(row -> row.put("field3", "corrupt"));
        try (UpstreamLoad run = make(false, core)) {
            assertThat(perform(run, 3))
                    .isEqualTo(Map.of("READ OK", 3L, "VERIFY UNEXPECTED_STATE", 3L, "TRANSACTION OK", 3L));
            assertThat(run.check())
                    .containsExactly(new CheckResult(
                            "dataintegrity",
                            CheckResult.Verdict.FAILED,
                            "0 rows as written, 3 with other content, 0 that gave nothing to compare"));
        }
    }

    @Test
    void zipfian_without_operationcount_loads() throws Exception {
        try (UpstreamLoad load = make(
                true,
                Map.of(
                        "workload", "site.ycsb.workloads.CoreWorkload",
                        "db", PREFIX + "MemoryDb",
                        "recordcount", "5",
                        "requestdistribution", "zipfian"))) {
            assertThat(perform(load, 5)).isEqualTo(Map.of("INSERT OK", 5L, "TRANSACTION OK", 5L));
        }
    }

    @ParameterizedTest
    @CsvSource({"site.ycsb.workloads.TimeSeriesWorkload", "site.ycsb.workloads.ConstantOccupancyWorkload"})
    void every_workload_upstream_ships_loads_and_runs(String workload) throws Exception {
        Map<String, String> properties = Map.ofEntries(
                Map.entry("workload", workload),
                Map.entry("db", PREFIX + "MemoryDb"),
                Map.entry("recordcount", "1000"),
                Map.entry("operationcount", "10"),
                Map.entry("requestdistribution", "uniform"),
                Map.entry("readproportion", "0.5"),
                Map.entry("updateproportion", "0"),
                Map.entry("insertproportion", "0.5"),
                Map.entry("fieldcount", "2"),
                Map.entry("tagcount", "1"),
                Map.entry("tagcardinality", "4"),
                Map.entry("disksize", "100000"),
                Map.entry("storageages", "1"));
        try (UpstreamLoad load = make(true, properties)) {
            assertThat(perform(load, 10)).containsOnlyKeys("INSERT OK", "TRANSACTION OK");
        }
        try (UpstreamLoad run = make(false, properties)) {
            assertThat(perform(run, 10).keySet())
                    .isNotEmpty()
                    .allMatch(told -> told.matches("(READ|UPDATE|INSERT|SCAN|TRANSACTION) (OK|NOT_FOUND)"));
        }
    }

    @Test
    void what_upstream_would_end_the_process_for_is_a_usage_error() {
        assertThatThrownBy(() -> make(
                        true,
                        Map.of(
                                "workload", "site.ycsb.workloads.CoreWorkload",
                                "db", PREFIX + "MemoryDb",
                                "recordcount", "10",
                                "insertstart", "5",
                                "insertcount", "6")))
                .isInstanceOf(CommandException.class)
                .hasMessage("recordcount must be at least insertstart + insertcount = 11, not 10");
        assertThatThrownBy(() -> make(
                        true,
                        Map.of(
                                "workload", "site.ycsb.workloads.CoreWorkload",
                                "db", PREFIX + "MemoryDb",
                                "dataintegrity", "true",
                                "fieldlengthdistribution", "uniform")))
                .isInstanceOf(CommandException.class)
                .hasMessage(
                        "fieldlengthdistribution must be constant with dataintegrity=true, as the length of a value "
                                + "is compared too, not 'uniform'");
    }

    /** How often each operation was recorded with each code, over so many turns of one session. */
    private static Map<String, Long> perform(UpstreamLoad load, int turns) throws Exception {
        // Workloads measure by the real clock: so late in the run that no sample can have begun before it.
        RecordedTurn turn = new RecordedTurn(0, TimeUnit.HOURS.toNanos(1));
        Session session = load.open(0);
        for (int i = 0; i < turns; i++) {
            session.perform(turn);
        }
        session.close();
        return turn.told().stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    private static boolean perform(Session session, RecordedTurn turn) {
        try {
            return session.perform(turn);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Outcome unknown(String code, String message) {
        return new Outcome.Unknown(new ErrorCode(ErrorKind.OTHER, code), message);
    }

    private static Outcome other(String code, String message) {
        return new Outcome.Refused(new ErrorCode(ErrorKind.OTHER, code), message);
    }

    private static UpstreamLoad load(boolean load, String workload, String db) throws CommandException {
        return make(load, Map.of("workload", PREFIX + workload, "db", PREFIX + db, "threadcount", "2"));
    }

    private static UpstreamLoad make(boolean load, Map<String, String> properties) throws CommandException {
        Map<String, Setting> settings = new TreeMap<>();
        List.copyOf(properties.entrySet()).forEach(e -> settings.put(e.getKey(), new Setting(e.getValue(), "-p")));
        return new UpstreamLoad(YcsbProperties.of(settings), UpstreamLoadTest.class.getClassLoader(), load);
    }
}
