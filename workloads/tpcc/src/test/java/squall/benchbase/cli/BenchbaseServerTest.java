package squall.benchbase.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import squall.cli.RaisedSignal;
import squall.cli.Signals;
import squall.cli.TestCommand.Ended;

/** Test of the whole command on a real server, with one warehouse that is loaded once. */
@Tag("server")
class BenchbaseServerTest {
    /** Exit code of a run with a schedule whose client was late by itself, on which a test must not depend. */
    private static final int TOO_BUSY = 6;

    private static Bench bench;

    @BeforeAll
    static void load() throws Exception {
        bench = new Bench("command");
        Path after = Files.writeString(bench.folder().resolve("after.sql"), "CREATE TABLE after_load (a int);\n");
        String config = bench.config(
                "postgres/sample_tpcc_config.xml",
                "<batchsize>128</batchsize>",
                "<afterload>" + after + "</afterload>");
        Ended ended = bench.benchbase("-b tpcc --create=true --load true --seed 7 -c " + config);
        assertThat(ended.err()).contains("engine: Squall's own").contains("conditions after the load: ");
        assertThat(ended.code()).isZero();
        assertThat(bench.ask("SELECT count(*) FROM customer")).isEqualTo("30000");
        assertThat(bench.ask("SELECT count(*) FROM after_load")).isEqualTo("0");
    }

    @AfterAll
    static void remove() throws Exception {
        bench.remove();
    }

    @AfterEach
    void forget() throws Exception {
        bench.forgetResults();
    }

    @Test
    void a_run_leaves_benchbases_files_and_a_run_directory() throws Exception {
        Ended ended = bench.benchbase("-b tpcc --execute=true -s 1 -im 1000 -jh counts.json -c "
                + bench.config("postgres/sample_tpcc_config.xml", "<time>60</time>", "<time>3</time>"));

        assertThat(ended.code()).describedAs(ended.err()).isZero();
        assertThat(ended.out())
                .contains("PHASE START :: [Workload=TPCC] [Serial=false] [Time=3] [WarmupTime=0] [Rate=unlimited]"
                        + " [Arrival=REGULAR] [Ratios=[45.0, 43.0, 4.0, 4.0, 4.0]] [ActiveWorkers=1]\n")
                .containsPattern("Throughput: \\d+\\.\\d txn/sec\n")
                .containsPattern(
                        "Rate limited reqs/s: Results\\(state=EXIT, nanoSeconds=\\d+, measuredRequests=\\d+\\)")
                .contains("Unexpected SQL Errors:\n<EMPTY>\n");
        assertThat(ended.err()).contains("tpmC").contains("(unaudited)");
        assertThat(Files.readString(bench.result(".summary.json")))
                .contains("\"DBMS Type\": \"POSTGRES\"", "\"scalefactor\": \"1\"", "\"Final State\": \"EXIT\"");
        assertThat(Files.readString(bench.result(".params.json"))).contains("\"max_connections\": \"");
        assertThat(Files.readString(bench.result(".metrics.json"))).contains("\"pg_stat_database\": ");
        assertThat(Files.readString(bench.result(".config.xml")))
                .startsWith("<?xml version=\"1.0\"?>")
                .contains("<configuration>", "<scalefactor>1</scalefactor>", "</configuration>")
                .doesNotContain("<password>", "<url>", bench.target().password());
        assertThat(bench.runs()).hasSize(1);
        assertThat(Files.readString(bench.runs().getFirst().resolve("manifest.json")))
                .contains("\"engine\" : \"squall\"");
        assertThat(bench.runs().getFirst()).isDirectoryContaining("glob:**/tpcc.csv");
    }

    /** Covers an old error: the load drew one seed and the run another, so the line to reproduce it made other data. */
    @Test
    void a_load_and_its_run_have_one_drawn_seed_and_the_line_to_reproduce_them_names_it() throws Exception {
        Ended ended = bench.benchbase("-b tpcc --create=true --load=true --execute=true --warehouses 1 -c "
                + bench.config("postgres/sample_tpcc_config.xml", "<time>60</time>", "<time>1</time>"));

        assertThat(ended.code()).describedAs(ended.err()).isIn(0, TOO_BUSY);
        assertThat(ended.err())
                .containsPattern("reproduce .*--seed=" + bench.ask("SELECT seed FROM squall_tpcc") + "\\b");
    }

    @Test
    void the_counts_of_all_files_agree() throws Exception {
        bench.benchbase("-b tpcc --execute=true -c "
                + bench.config(
                        "postgres/tpcc-saturate.xml",
                        "<time>60</time>",
                        "<time>3</time>",
                        "<warmup>10</warmup>",
                        "<warmup>1</warmup>",
                        "<scalefactor>10<",
                        "<scalefactor>1<"));

        long rows = Files.readAllLines(bench.result(".raw.csv")).size() - 1L;
        long sampled = Files.readAllLines(bench.result(".samples.csv")).stream()
                .skip(1)
                .mapToLong(line -> Long.parseLong(line.split(",", -1)[1]))
                .sum();
        assertThat(rows).isPositive().isEqualTo(sampled);
        assertThat(Files.readString(bench.result(".summary.json"))).contains("\"Measured Requests\": " + rows + ",");
    }

    @Test
    void each_work_is_a_run_of_its_own_and_the_files_hold_all_of_them() throws Exception {
        String two = """
                <work><time>2</time><rate>50</rate><weights>0,0,100,0,0</weights></work>
                </works>""";
        Ended ended = bench.benchbase("-b tpcc --execute=true --no-verify -c "
                + bench.config(
                        "postgres/sample_tpcc_config.xml", "<time>60</time>", "<time>2</time>", "</works>", two));

        assertThat(ended.code()).describedAs(ended.err()).isIn(0, TOO_BUSY);
        assertThat(bench.runs()).hasSize(2);
        List<String> rows = Files.readAllLines(bench.result(".raw.csv"));
        assertThat(rows)
                .filteredOn(row -> row.endsWith(",2"))
                .hasSizeBetween(20, 105) // one connection of a busy machine does not keep up with 50/s
                .allMatch(row -> row.startsWith("3,OrderStatus,"));
        assertThat(rows.getLast()).endsWith(",2");
    }

    private static boolean isFirstRunOver() throws IOException {
        return Files.exists(bench.folder().resolve("results"))
                && !bench.runs().isEmpty()
                && Files.exists(bench.runs().getFirst().resolve("summary.json"));
    }

    /** Covers an old error: a signal in a work that pauses ended the process, and no file was written. */
    @Test
    void a_signal_in_a_pause_leaves_the_files_of_the_works_before() throws Exception {
        String pause = """
                <work><time>600</time><rate>disabled</rate><weights>45,43,4,4,4</weights></work>
                </works>""";
        String line = "-b tpcc --execute=true --no-verify -c "
                + bench.config(
                        "postgres/sample_tpcc_config.xml", "<time>60</time>", "<time>2</time>", "</works>", pause);
        Signals outer =
                Signals.install(signal -> {}, signal -> {}); // for those that come before the pause, or after it
        try {
            CompletableFuture<Ended> command = CompletableFuture.supplyAsync(() -> bench.benchbase(line));
            while (!command.isDone() && !isFirstRunOver()) {
                Thread.sleep(50);
            }
            while (!command.isDone()) {
                RaisedSignal.term();
                Thread.sleep(50);
            }
            assertThat(command.get().code()).describedAs(command.get().err()).isEqualTo(143);
        } finally {
            outer.close();
        }
        assertThat(Files.readAllLines(bench.result(".raw.csv"))).hasSizeGreaterThan(1);
        assertThat(bench.folder().resolve("results")).isDirectoryNotContaining("glob:**/.requests*");
    }

    @Test
    void terminals_that_wait_share_fewer_connections_and_deferred_deliveries_are_no_requests() throws Exception {
        Ended ended = bench.benchbase("-b tpcc --execute=true --warehouses 1 --connections 2 -c "
                + bench.config(
                        "postgres/tpcc-spec.xml",
                        "<time>600</time>",
                        "<time>4</time>",
                        "<warmup>60</warmup>",
                        "",
                        "<squall>",
                        "<squall><deferreddelivery>1</deferreddelivery>",
                        "000</pre",
                        "0</pre",
                        "000</post",
                        "0</post"));

        assertThat(ended.err())
                .contains("2 sessions")
                .contains("DeliveryDeferred ")
                .contains("acknowledged orders: ");
        assertThat(ended.code()).describedAs(ended.err()).isIn(0, TOO_BUSY);
        assertThat(Files.readAllLines(bench.result(".raw.csv")))
                .hasSizeGreaterThan(1)
                .noneMatch(row -> row.contains("Deferred"));
    }

    @Test
    void a_serial_work_does_each_transaction_cold_and_then_once_for_the_files() throws Exception {
        Ended ended = bench.benchbase("-b tpcc --execute=true -c "
                + bench.config("postgres/sample_tpcc_config.xml", "<time>60</time>", "<serial>true</serial>"));

        assertThat(ended.code()).describedAs(ended.err()).isZero();
        assertThat(ended.out()).contains("[Serial=true] [Time=0]", "measuredRequests=5)");
        assertThat(Files.readAllLines(bench.result(".raw.csv")).stream().skip(1).map(row -> row.split(",", -1)[1]))
                .containsExactly("NewOrder", "Payment", "OrderStatus", "Delivery", "StockLevel");
        assertThat(Files.readString(bench.runs().getFirst().resolve("summary.csv")))
                .contains("NewOrderCold", "StockLevelCold");
    }

    @Test
    void each_transaction_has_a_connection_of_its_own_that_was_set_up() throws Exception {
        bench.tell("CREATE TABLE connected (by int)");
        Path setUp = Files.writeString(
                bench.folder().resolve("setup.sql"),
                "SET synchronous_commit = off; INSERT INTO connected VALUES (pg_backend_pid());");
        Ended ended = bench.benchbase("-b tpcc --execute=true -c "
                + bench.config(
                        "postgres/sample_tpcc_config.xml",
                        "<time>60</time>",
                        "<time>1</time>",
                        "<batchsize>128</batchsize>",
                        "<newConnectionPerTxn>true</newConnectionPerTxn><sessionsetupfile>" + setUp
                                + "</sessionsetupfile>"));

        assertThat(ended.code()).describedAs(ended.err()).isZero();
        long rows = Files.readAllLines(bench.result(".raw.csv")).size() - 1L;
        // Three more ask the server what it is and what it does; the last transaction may end after the run.
        assertThat(Long.parseLong(bench.ask("SELECT count(DISTINCT by) FROM connected")))
                .isBetween(rows, rows + 5);
        assertThat(Files.readString(bench.runs().getFirst().resolve("manifest.json")))
                .contains("\"synchronous_commit\" : \"off\"");
    }

    @Test
    void a_set_up_of_sessions_that_the_server_refuses_is_exit_2() throws Exception {
        Path setUp = Files.writeString(bench.folder().resolve("setup.sql"), "SET nothing_of_the_kind = 1;");
        Ended ended = bench.benchbase("-b tpcc --execute=true -c "
                + bench.config(
                        "postgres/sample_tpcc_config.xml",
                        "<batchsize>128</batchsize>",
                        "<sessionsetupfile>" + setUp + "</sessionsetupfile>"));

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("session setup: 'SET nothing_of_the_kind = 1' was refused: 42704");
    }

    @Test
    void tables_are_not_dropped_for_a_file_whose_statements_after_the_load_are_missing() throws Exception {
        Ended ended = bench.benchbase("-b tpcc --create=true --load=true -c "
                + bench.config(
                        "postgres/sample_tpcc_config.xml",
                        "<batchsize>128</batchsize>",
                        "<afterload>" + bench.folder().resolve("none.sql") + "</afterload>"));

        assertThat(ended.code()).describedAs(ended.err()).isEqualTo(2);
        assertThat(ended.err()).contains("none.sql");
        assertThat(bench.ask("SELECT count(*) FROM customer")).isEqualTo("30000");
    }

    @Test
    void tables_that_cannot_be_recreated_are_not_dropped() throws Exception {
        bench.tell("CREATE TABLE warehouse_p2 (in_the_way int)");
        Ended ended = bench.benchbase("-b tpcc --create=true --warehouses 2 -c "
                + bench.config("postgres/sample_tpcc_config.xml", "<squall>", "<squall><partitions>2</partitions>"));
        bench.tell("DROP TABLE warehouse_p2");

        assertThat(ended.code()).describedAs(ended.err()).isEqualTo(5);
        assertThat(ended.err()).contains("replacing TPC-C's tables failed: 42P07");
        assertThat(bench.ask("SELECT count(*) FROM customer")).isEqualTo("30000");
    }

    @Test
    void a_table_with_other_columns_is_refused_before_anything_is_touched() throws Exception {
        bench.tell("ALTER TABLE stock RENAME COLUMN s_dist_07 TO other");
        try {
            for (String steps : List.of("--clear=true", "--load=true", "--execute=true", "--clear=true --load=true")) {
                Ended ended =
                        bench.benchbase("-b tpcc " + steps + " -c " + bench.config("postgres/sample_tpcc_config.xml"));
                assertThat(ended.code()).describedAs(ended.err()).isEqualTo(2);
                assertThat(ended.err())
                        .contains("error: table stock exists, but has no column s_dist_07: recreate the tables with"
                                + " --create=true");
            }
            assertThat(bench.ask("SELECT count(*) FROM customer")).isEqualTo("30000");
        } finally {
            bench.tell("ALTER TABLE stock RENAME COLUMN other TO s_dist_07");
        }
    }

    @Test
    void a_scale_that_the_database_has_not_is_exit_2() throws Exception {
        Ended ended = bench.benchbase(
                "-b tpcc --execute=true --warehouses 3 -c " + bench.config("postgres/sample_tpcc_config.xml"));

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err())
                .contains(
                        "error: work 1: table warehouse has 1 from 1 to 1, but the run is for 3 from 1 to 3: load the missing warehouses");
    }

    @Test
    void a_database_that_dies_leaves_the_files_of_what_there_was() throws Exception {
        String config = bench.config("postgres/sample_tpcc_config.xml", "<time>60</time>", "<time>20</time>");
        CompletableFuture<Ended> run = CompletableFuture.supplyAsync(() -> bench.benchbase(
                "-b tpcc --execute=true --abort-on no-success:2s -im 1000" + " --no-verify -c " + config));
        bench.awaitOrders(50, run);
        bench.stopDuring(run);

        assertThat(run.get().code()).describedAs(run.get().err()).isEqualTo(5);
        assertThat(Files.readAllLines(bench.result(".raw.csv")).size()).isGreaterThan(50);
        assertThat(Files.readString(bench.result(".params.json"))).isEqualTo("{ }\n");
        assertThat(bench.results(".metrics.json")).isEmpty();
        assertThat(Files.readString(bench.result(".summary.json"))).contains("\"Final State\": \"ERROR\"");
    }

    @Test
    void data_that_is_wrong_after_the_run_is_exit_4() throws Exception {
        bench.tell("UPDATE warehouse SET w_ytd = w_ytd + 1");
        try {
            Ended ended = bench.benchbase("-b tpcc --execute=true -c "
                    + bench.config("postgres/sample_tpcc_config.xml", "<time>60</time>", "<time>1</time>"));

            assertThat(ended.code()).describedAs(ended.err()).isEqualTo(4);
        } finally {
            bench.tell("UPDATE warehouse SET w_ytd = w_ytd - 1");
        }
    }

    @Test
    void the_password_is_in_no_file() throws Exception {
        bench.benchbase("-b tpcc --execute=true --no-verify -c "
                + bench.config("postgres/sample_tpcc_config.xml", "<time>60</time>", "<time>1</time>"));

        try (var files = Files.walk(bench.runs().getFirst().getParent())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file))
                        .describedAs("%s", file)
                        .doesNotContain(bench.target().password());
            }
        }
    }
}
