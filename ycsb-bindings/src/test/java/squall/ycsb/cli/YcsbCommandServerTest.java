package squall.ycsb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.cli.TestCommand.Ended;
import squall.fixture.Ports;
import squall.ycsb.workload.CoreSettings.KeyNames;

/** Test of upstream's jdbc binding as its users run it, on a real server; each test has a table of its own. */
@Tag("server")
class YcsbCommandServerTest {
    private static Bench bench;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        bench = new Bench("plain");
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        bench.remove();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "b", "c", "d", "e", "f", "literature/r", "literature/w", "literature/rs"})
    void every_workload_runs_twice_without_a_failure(String name) throws SQLException {
        String file = name.length() == 1 ? "workload" + name : name;
        String table = "twice_" + name.replace('/', '_');
        String options =
                " jdbc -P " + file + " -p table=" + table + " -p recordcount=200 -p operationcount=300 -threads 3";
        assertThat(bench.ycsb("load" + options).code()).isZero();
        for (int run = 1; run <= 2; run++) {
            Ended ended = bench.ycsb("run" + options);
            assertThat(ended.code()).as(ended.err()).isZero();
            assertThat(ended.out().lines()).allMatch(line -> line.matches("^\\[[^]]+\\], [^,]+, \\S+$"));
            assertThat(ended.value("PLAN", "Finished")).contains("300");
        }
        assertThat(bench.ask("SELECT count(*) >= 200 FROM " + table)).isEqualTo("t");
    }

    @Test
    void a_load_stores_ycsbs_keys_and_says_that_it_looked() throws SQLException, IOException {
        Ended ended = bench.ycsb("load jdbc -P workloada -p table=golden");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.value("INSERT", "Return=OK")).contains("1000");
        assertThat(bench.ask("SELECT count(*) FROM golden")).isEqualTo("1000");
        assertThat(bench.ask("SELECT length(FIELD9) FROM golden WHERE YCSB_KEY = 'user6284781860667377211'"))
                .isEqualTo("100");
        assertThat(bench.results()).contains("1,000 in the table, 1,000 acknowledged");
    }

    @Test
    void rows_that_are_there_are_not_touched_unasked() throws SQLException {
        String load = "load jdbc -P workloada -p table=existing -p recordcount=50";
        assertThat(bench.ycsb(load).code()).isZero();
        Ended refused = bench.ycsb(load);
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err())
                .contains(
                        "table existing already has rows",
                        "--existing=append",
                        "--existing=truncate",
                        "--existing=drop");
        assertThat(bench.ycsb(load + " --existing=truncate").code()).isZero();
        assertThat(bench.ycsb(load + " --existing=drop").code()).isZero();
        assertThat(bench.ask("SELECT count(*) FROM existing")).isEqualTo("50");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "load jdbc --existing=truncate",
                "load jdbc --existing=append",
                "load jdbc",
                "run jdbc -p operationcount=100"
            })
    void a_table_with_other_columns_is_refused_and_keeps_its_rows(String command) throws SQLException {
        bench.tell("DROP TABLE IF EXISTS customers");
        bench.tell("CREATE TABLE customers (ycsb_key varchar(255) PRIMARY KEY, field0 text)");
        bench.tell("INSERT INTO customers VALUES ('c1', 'Ada')");
        Ended refused = bench.ycsb(command + " -P workloada -p fieldcount=3 -p table=customers");
        assertThat(refused.code()).as(refused.err()).isEqualTo(2);
        assertThat(refused.err())
                .contains("error: table customers exists, but has no column field1, field2: load it with"
                        + " --existing=drop, which recreates it, or name another table with -p table=NAME");
        assertThat(bench.ask("SELECT field0 FROM customers")).isEqualTo("Ada");
    }

    /** Covers an old error: the table was emptied, and then every insert failed with 23502. */
    @Test
    void a_table_with_a_mandatory_column_of_its_own_is_refused_and_keeps_its_rows() throws SQLException {
        bench.tell("CREATE TABLE tenants (ycsb_key varchar(255) PRIMARY KEY, field0 text, tenant text NOT NULL,"
                + " number integer GENERATED ALWAYS AS IDENTITY, made date NOT NULL DEFAULT current_date, note text)");
        bench.tell("INSERT INTO tenants (ycsb_key, tenant) VALUES ('c1', 'Ada')");
        Ended refused = bench.ycsb(
                "load jdbc --existing=truncate -P workloada -p fieldcount=1 -p recordcount=10 -p table=tenants");
        assertThat(refused.code()).as(refused.err()).isEqualTo(2);
        assertThat(refused.err())
                .contains("error: table tenants exists, but requires a value for column tenant: load it with"
                        + " --existing=drop");
        assertThat(bench.ask("SELECT tenant FROM tenants")).isEqualTo("Ada");
    }

    @ParameterizedTest
    @ValueSource(strings = {"load", "run"})
    void a_table_whose_name_the_server_would_cut_off_is_refused(String action) {
        Ended refused = bench.ycsb(action + " jdbc -P workloada -p recordcount=10 -p table=" + "t".repeat(64));
        assertThat(refused.code()).as(refused.err()).isEqualTo(2);
        assertThat(refused.err()).contains("error: the name ttt", "has more than 63 bytes");
    }

    @Test
    void a_table_with_other_columns_is_recreated_where_that_was_asked() throws SQLException {
        bench.tell("CREATE TABLE recreated (id integer)");
        Ended loaded = bench.ycsb("load jdbc -P workloada -p table=recreated -p recordcount=20 --existing=drop");
        assertThat(loaded.code()).as(loaded.err()).isZero();
        assertThat(bench.ask("SELECT count(field9) FROM recreated")).isEqualTo("20");
    }

    @Test
    void a_load_that_was_cut_off_brings_what_is_missing() throws SQLException {
        String load = "load jdbc -P workloada -p table=resumed -p recordcount=1500 -p dataintegrity=true";
        assertThat(bench.ycsb(load).code()).isZero();
        bench.tell("DELETE FROM resumed WHERE YCSB_KEY LIKE '%7'");
        String kept = bench.ask("SELECT count(*) FROM resumed");
        Ended resumed = bench.ycsb(load + " --existing=append");
        assertThat(resumed.code()).as(resumed.err()).isZero();
        assertThat(resumed.value("INSERT", "Return=EXISTED")).contains(kept);
        assertThat(resumed.err())
                .contains(String.format(
                        Locale.ROOT,
                        "INSERT: %,d written; %,d were there before and count as ok too",
                        1500 - Integer.parseInt(kept),
                        Integer.parseInt(kept)));
        assertThat(bench.ask("SELECT count(*) FROM resumed")).isEqualTo("1500");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 1000})
    void no_batch_size_loses_the_last_rows(int rows) throws SQLException {
        String table = "batch" + rows;
        Ended ended =
                bench.ycsb("load jdbc -P workloada -p recordcount=1003 -p jdbc.batchupdateapi=true -p db.batchsize="
                        + rows + " -p table=" + table);
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.err()).doesNotContain("copy");
        assertThat(bench.ask("SELECT count(*) FROM " + table)).isEqualTo("1003");
    }

    @ParameterizedTest
    @ValueSource(strings = {"copy", "batch", "insert"})
    void one_duplicate_costs_one_row(String mode) throws SQLException {
        String table = "duplicate_" + mode;
        bench.ycsb("load jdbc -P workloada -p recordcount=1 -p table=" + table);
        bench.tell("UPDATE " + table + " SET YCSB_KEY = '" + new KeyOf(1500) + "'");
        Ended ended = bench.ycsb("load jdbc -P workloada -p recordcount=2001 -p insertstart=1 -p load.mode=" + mode
                + " -p table=" + table);
        assertThat(ended.code()).as(ended.err()).isEqualTo(3);
        assertThat(ended.value("INSERT", "Return=OK")).contains("1999");
        assertThat(ended.value("ERRORS", "INSERT 23505")).contains("1");
        assertThat(bench.ask("SELECT count(*) FROM " + table)).isEqualTo("2000");
    }

    @Test
    void rows_that_a_run_does_not_find_are_shown_and_warned_of() {
        String options = " jdbc -P workloadc -p table=gaps -p requestdistribution=sequential -p operationcount=100";
        assertThat(bench.ycsb("load" + options + " -p recordcount=60").code()).isZero();
        Ended ended = bench.ycsb("run" + options + " -p recordcount=100");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.value("READ", "Return=NOT_FOUND")).contains("40");
        assertThat(ended.err().replaceAll("\\s+", " "))
                .contains("operation ok not found ok/s")
                .contains("READ 100 40 ")
                .contains("warning: 40 of 100 acknowledged READ operations found no row; they count as ok")
                .contains("rows are missing: load rows 0 to 99 with the same recordcount and insertorder");
    }

    @Test
    void key_numbers_beyond_two_thousand_million_are_loaded() throws SQLException {
        Ended ended = bench.ycsb("load jdbc -P workloada -p recordcount=3000000000 -p insertstart=2999999990"
                + " -p insertorder=ordered -p table=far");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(bench.ask("SELECT min(YCSB_KEY) || ' ' || max(YCSB_KEY) || ' ' || count(*) FROM far"))
                .isEqualTo("user2999999990 user2999999999 10");
    }

    @ParameterizedTest
    @ValueSource(strings = {"workloade", "workloadf", "workloadd"})
    void a_wrong_value_is_found_and_named(String file) throws SQLException, IOException {
        String options = " jdbc -P " + file + " -p table=checked_" + file
                + " -p dataintegrity=true -p recordcount=50 -p operationcount=2000 -p requestdistribution=uniform"; // each row is read for certain
        assertThat(bench.ycsb("load" + options).code()).isZero();
        Ended right = bench.ycsb("run" + options);
        assertThat(right.code()).as(right.err()).isZero();
        assertThat(right.value("VERIFY", "Operations")).isPresent();
        bench.tell("UPDATE checked_" + file + " SET FIELD3 = 'x' WHERE YCSB_KEY = '" + new KeyOf(7) + "'");
        Ended wrong = bench.ycsb("run" + options);
        assertThat(wrong.code()).as(wrong.err()).isEqualTo(4);
        assertThat(bench.results()).contains("row " + new KeyOf(7) + ", column field3: found 'x'");
    }

    @Test
    void transactions_that_fight_over_rows_leave_no_connection_broken() throws IOException {
        String options = " jdbc -P workloada -p table=fight -p recordcount=10 -p readproportion=0.2"
                + " -p updateproportion=0.8 -p jdbc.autocommit=false -p db.isolation=repeatable-read -p writeallfields=true";
        assertThat(bench.ycsb("load" + options).code()).isZero();
        Ended ended = bench.ycsb("run" + options + " -p operationcount=2000 -threads 8 -p db.retries=1000");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out()).doesNotContain("25P02");
        assertThat(bench.results()).contains("repeatable read");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "d", "e", "f"})
    void a_table_and_fields_may_have_any_name(String workload) throws SQLException {
        String options = " jdbc -P workload" + workload + " -p table=My-Table-" + workload
                + " -p fieldnameprefix=the-field -p recordcount=50 -p operationcount=100";
        assertThat(bench.ycsb("load" + options).code()).isZero();
        Ended ended = bench.ycsb("run" + options + " -p readallfields=false");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(bench.ask("SELECT count(\"the-field9\") >= 50 FROM \"My-Table-" + workload + "\""))
                .isEqualTo("t");
    }

    @Test
    void a_run_by_time_alone_ends_in_time() {
        String options = " jdbc -P workloadc -p table=timed -p recordcount=10";
        assertThat(bench.ycsb("load" + options).code()).isZero();
        Ended ended = bench.ycsb("run" + options + " -p operationcount=0 -p maxexecutiontime=1");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(Long.parseLong(ended.value("OVERALL", "RunTime(ms)").orElseThrow()))
                .isBetween(900L, 60_000L); // and not for ever
    }

    @Test
    void a_run_is_read_over_http_while_it_goes_on_and_keeps_what_the_server_told() throws Exception {
        String options = " jdbc -P workloada -p table=watched -p recordcount=100";
        assertThat(bench.ycsb("load" + options + " --db-metrics=off").code()).isZero();
        int port = Ports.free();
        CompletableFuture<Ended> run =
                bench.begin("run" + options + " -p operationcount=0 -p maxexecutiontime=8 --metrics-port=" + port);
        URI address = URI.create("http://127.0.0.1:" + port + "/metrics");
        String served = "";
        while (!run.isDone()
                && !(served.contains("squall_database_commits_total{")
                        && served.contains("squall_operation_duration_seconds_count{operation=\"UPDATE\""))) {
            LockSupport.parkNanos(50_000_000);
            served = new String(address.toURL().openStream().readAllBytes(), StandardCharsets.UTF_8);
        }
        assertThat(served)
                .contains(
                        "squall_operations_total{operation=\"READ\"}",
                        "squall_operation_duration_seconds_bucket{operation=\"UPDATE\",outcome=\"ok\",le=\"0.01\"}",
                        "squall_phase_info{index=\"0\",phase=\"measured\"} 1\n",
                        "workload=\"workloada\"} 1\n");
        Ended ended = run.join();
        assertThat(ended.code()).as(ended.err()).isZero();
        Path latest = bench.folder().resolve("results/latest");
        assertThat(Files.readString(latest.resolve("server/metrics.csv")))
                .contains(",commits,,", ",log_bytes,,", ",cpu_seconds,,", ",disk_bytes,,", ",checkpoints,,");
        assertThat(Files.readString(latest.resolve("summary.json"))).contains("\"commits_per_s\" : ");
        assertThat(Files.readString(latest.resolve("report.html")))
                .contains("Database by its own figures", "PostgreSQL keeps no histogram of its statements");
    }

    @Test
    void a_port_that_is_taken_ends_the_command_before_it_connects() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Ended ended =
                    bench.ycsb("load jdbc -P workloada -p table=untouched --metrics-port=" + taken.getLocalPort());
            assertThat(ended.code()).isEqualTo(5);
            assertThat(ended.err()).contains("error: --metrics-port: port " + taken.getLocalPort() + " of 127.0.0.1");
        }
    }

    @Test
    void one_field_is_read_where_one_is_wanted() throws SQLException {
        String options = " jdbc -P workloadc -p table=narrow -p recordcount=10 -p fieldcount=2 -p operationcount=50";
        assertThat(bench.ycsb("load" + options).code()).isZero();
        bench.tell("ALTER TABLE narrow RENAME TO narrow_rows");
        bench.tell(
                "CREATE VIEW narrow AS SELECT YCSB_KEY, FIELD0, (1 / (length(FIELD1) - length(FIELD1)))::text AS FIELD1"
                        + " FROM narrow_rows");
        Ended ended = bench.ycsb("run" + options + " -p readallfields=false");
        long ok = Long.parseLong(ended.value("READ", "Return=OK").orElseThrow());
        long refused = Long.parseLong(ended.value("ERRORS", "READ 22012").orElseThrow());
        assertThat(ok).isPositive();
        assertThat(ok + refused).isEqualTo(50);
    }

    @Test
    void upstreams_own_workload_runs_on_the_binding() throws IOException {
        String options =
                " jdbc -P workloadf -p table=theirs -p recordcount=100 -p operationcount=200 -p dataintegrity=true";
        assertThat(bench.ycsb("load" + options).code()).isZero();
        Ended ended = bench.ycsb("run" + options + " -p squall.workload=upstream -threads 2");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.value("READ", "Return=OK")).contains("200");
        assertThat(bench.results()).contains("\"repeatable\" : false");
    }

    @Test
    void the_shell_reads_what_was_inserted() {
        assertThat(bench.ycsb("load jdbc -P workloada -p table=shelled -p recordcount=1")
                        .code())
                .isZero();
        Ended ended =
                bench.ycsb("shell jdbc -p table=shelled", "insert k field0=\"a b\"\nread k field0\ndelete k\nquit\n");
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out()).contains("field0=a b");
    }

    @Test
    void the_password_is_shown_nowhere() throws IOException {
        Ended ended = bench.ycsb("load jdbc -P workloada -p table=secret -p recordcount=5");
        assertThat(ended.code()).isZero();
        assertThat(ended.out() + ended.err() + bench.results()).doesNotContain(bench.password());
    }

    @Test
    void the_same_seed_stores_the_same_rows() throws SQLException {
        String digest = "SELECT md5(string_agg(t::text, ',' ORDER BY YCSB_KEY)) FROM ";
        for (String table : new String[] {"seed_one", "seed_two"}) {
            String options = " jdbc -P workloada --seed 7 -p recordcount=100 -p operationcount=100 -p table=" + table;
            assertThat(bench.ycsb("load" + options).code()).isZero();
            assertThat(bench.ycsb("run" + options).code()).isZero();
        }
        assertThat(bench.ask(digest + "seed_one t")).isEqualTo(bench.ask(digest + "seed_two t"));
    }

    /** Key of a number. */
    private record KeyOf(long number) {
        @Override
        public String toString() {
            return new KeyNames(true, 1).of(number);
        }
    }
}
