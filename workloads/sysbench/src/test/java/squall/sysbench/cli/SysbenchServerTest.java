package squall.sysbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import squall.cli.LateStream;
import squall.cli.TestCommand.Ended;
import squall.spi.Operation;
import squall.spi.Options;
import squall.spi.Outcome;
import squall.spi.Session;
import squall.spi.Turn;
import squall.sysbench.OltpLoad;

/** Test of the whole command on a real server. */
@Tag("server")
class SysbenchServerTest {
    private static final String SIZE = "--tables=2 --table-size=3000 --threads=4 ";

    private static SysbenchServer server;

    @BeforeAll
    static void start() throws Exception {
        server = new SysbenchServer("sysbench");
    }

    @AfterAll
    static void remove() throws Exception {
        server.remove();
    }

    @AfterEach
    void dropTables() throws SQLException {
        server.tell("DROP TABLE IF EXISTS sbtest1, sbtest2", "DROP FUNCTION IF EXISTS swallow");
    }

    @Test
    void prepare_makes_the_tables_and_cleanup_drops_them() throws SQLException {
        Ended prepared = server.sysbench("--tables=2 --table_size=25000 --rand-type=uniform oltp_read_write prepare");

        assertThat(prepared.code()).describedAs(prepared.err()).isZero();
        assertThat(prepared.out())
                .startsWith("Creating table 'sbtest1'...\nCreating table 'sbtest2'...\n")
                .contains("Inserting 25000 records into each of 2 tables with COPY");
        for (String table : new String[] {"sbtest1", "sbtest2"}) {
            assertThat(server.ask(
                            "SELECT count(*) || ' ' || min(id) || ' ' || max(id) || ' ' || count(DISTINCT c) FROM "
                                    + table))
                    .isEqualTo("25000 1 25000 25000");
            // k is uniform over the ids: a quarter of the rows in each quarter of the range.
            for (int quarter = 0; quarter < 4; quarter++) {
                String share = server.ask("SELECT avg((k > " + quarter * 6250 + " AND k <= " + (quarter + 1) * 6250
                        + ")::int) FROM " + table);
                assertThat(Double.parseDouble(share)).isCloseTo(0.25, within(0.01));
            }
        }
        assertThat(server.ask("SELECT bool_and(c ~ '^(\\d{11}-){9}\\d{11} *$' AND pad ~ '^(\\d{11}-){4}\\d{11} *$')"
                        + " FROM sbtest1"))
                .isEqualTo("t");
        assertThat(server.ask("SELECT indexdef FROM pg_indexes WHERE indexname = 'k_2'"))
                .isEqualTo("CREATE INDEX k_2 ON public.sbtest2 USING btree (k)");
        assertThat(server.ask("SELECT nextval(pg_get_serial_sequence('sbtest1', 'id'))"))
                .isEqualTo("25001");

        Ended cleaned = server.sysbench("--tables=2 oltp_read_write cleanup");

        assertThat(cleaned.out()).isEqualTo("Dropping table 'sbtest1'...\nDropping table 'sbtest2'...\n");
        assertThat(server.ask("SELECT to_regclass('sbtest1')")).isEqualTo("null");
    }

    @Test
    void a_late_dispatcher_changes_no_figure() {
        server.sysbench(SIZE + "oltp_point_select prepare");
        LateStream late = new LateStream("Threads started!", Duration.ofSeconds(1));
        Ended ended = server.sysbench(SIZE + "--events=600 --time=60 --report-interval=1 oltp_point_select run", late);

        assertThat(late.held()).isTrue();
        assertThat(ended.code()).describedAs(ended.err()).isZero();
        assertThat(PrintedFigures.of(ended.out().lines().toList()))
                .containsEntry("read", "600")
                .containsEntry("total number of events", "600")
                .containsEntry("reconnects", "0 0.00");
        assertThat(ended.err()).contains("600 of 600 operations, 0 failed");
    }

    @Test
    void reconnects_of_the_warm_up_are_not_among_the_measured_ones() throws Exception {
        server.sysbench(SIZE + "oltp_point_select prepare");
        Options options = new Options(
                "load", Map.of("test", "oltp_point_select", "tables", "2", "table-size", "3000", "threads", "1"));
        PreparedOltp prepared = (PreparedOltp) new SysbenchWorkload().prepare(options, server.target(), 7);
        Duration warmUp = Duration.ofSeconds(10);
        try (OltpLoad load = prepared.load(warmUp)) {
            load.setUp();
            try (Session session = load.open(0)) {
                load.begins(0);
                endConnections();
                session.perform(new DueTurn(0));
                long before = load.reconnects();
                assertThat(before).isPositive();
                assertThat(load.measuredReconnects()).isZero();

                session.perform(new DueTurn(warmUp.toNanos()));
                assertThat(load.measuredReconnects()).isZero();

                endConnections();
                session.perform(new DueTurn(warmUp.toNanos()));
                assertThat(load.measuredReconnects()).isPositive().isEqualTo(load.reconnects() - before);
            }
        }
    }

    private static void endConnections() throws SQLException {
        server.tell("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                + " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'");
    }

    /** Turn of a plan without a clock. */
    private record DueTurn(long dueNs) implements Turn {
        @Override
        public long index() {
            return 0;
        }

        @Override
        public long nowNs() {
            return System.nanoTime();
        }

        @Override
        public void record(Operation operation, long dueNs, long sentNs, Outcome outcome, int attempts) {
            assertThat(outcome).isEqualTo(Outcome.OK);
        }

        @Override
        public boolean stopping() {
            return false;
        }
    }

    @Test
    void a_table_with_other_columns_is_refused_before_anything_is_touched() throws SQLException {
        server.tell("CREATE TABLE sbtest1 (id integer PRIMARY KEY, k integer)", "INSERT INTO sbtest1 VALUES (7, 8)");
        for (String command : List.of("prewarm", "run")) {
            Ended refused = server.sysbench("--tables=1 --time=1 oltp_read_write " + command);
            assertThat(refused.code()).describedAs(refused.err()).isEqualTo(2);
            assertThat(refused.err())
                    .contains("error: table sbtest1 exists, but has no column c, pad: drop it with the command cleanup,"
                            + " then make it with prepare");
        }
        assertThat(server.sysbench("--tables=1 oltp_read_write prepare").code()).isEqualTo(2);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SysbenchWorkload()
                        .prepare(
                                new Options("load", Map.of("test", "oltp_read_write", "tables", "1")),
                                server.target(),
                                1)
                        .fill(line -> {}))
                .withMessageStartingWith("table sbtest1 exists, but has no column c, pad");
        assertThat(server.ask("SELECT id + k FROM sbtest1")).isEqualTo("15");
    }

    @ParameterizedTest
    @CsvSource({
        "oltp_insert, 1, 600, 0, 600",
        "oltp_point_select, 1, 0, 600, 600",
        "oltp_read_only, 16, 0, 8400, 9600",
        "oltp_update_index, 1, 600, 0, 600",
        "oltp_update_non_index, 1, 600, 0, 600",
    })
    void each_test_sends_its_statements_and_its_data_is_right(
            String test, int perEvent, long writes, long reads, long queries) throws SQLException {
        server.sysbench(SIZE + test + " prepare");
        Ended ended = server.sysbench(SIZE + "--events=600 --time=60 --rand-seed=7 " + test + " run");

        assertThat(ended.code()).describedAs(ended.err()).isZero();
        Map<String, String> figures = PrintedFigures.of(ended.out().lines().toList());
        assertThat(figures)
                .containsEntry("read", Long.toString(reads))
                .containsEntry("write", Long.toString(writes))
                .containsEntry("total", Long.toString(queries))
                .containsEntry("total number of events", "600")
                .containsEntry("reconnects", "0 0.00");
        assertThat(queries).isEqualTo(600L * perEvent);
        assertThat(ended.err()).contains("✓ rows: ").contains("✓ sum of k: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"oltp_read_write", "oltp_write_only", "oltp_delete", "--skip-trx oltp_read_write"})
    void tests_that_delete_leave_as_many_rows_as_were_acknowledged(String test) {
        server.sysbench(SIZE + test.replace("--skip-trx ", "") + " prepare");
        Ended ended = server.sysbench(SIZE + "--events=900 --time=60 --rand-type=uniform " + test + " run");

        assertThat(ended.code()).describedAs(ended.err()).isZero();
        assertThat(ended.err()).contains("✓ rows: ").contains("complete after");
    }

    /** Runs on 50 rows, of which eight threads delete and insert the same ones: duplicates are begun again, as sysbench does. */
    @Test
    void transactions_that_collide_are_begun_again_and_keep_every_row() throws SQLException {
        String size = "--tables=1 --table-size=50 --threads=8 ";
        server.sysbench(size + "oltp_write_only prepare");
        Ended ended = server.sysbench(size + "--events=2000 --time=60 --rand-type=uniform oltp_write_only run");

        assertThat(ended.code()).describedAs(ended.err()).isZero();
        Map<String, String> figures = PrintedFigures.of(ended.out().lines().toList());
        assertThat(figures).containsEntry("total number of events", "2000");
        assertThat(figures.get("ignored errors")).doesNotStartWith("0 ");
        assertThat(server.ask("SELECT count(*) FROM sbtest1")).isEqualTo("50");
    }

    @Test
    void acknowledged_inserts_are_all_there_and_a_swallowed_one_is_exit_4() throws SQLException {
        server.sysbench(SIZE + "oltp_insert prepare");
        Ended good = server.sysbench(SIZE + "--events=500 --time=60 oltp_insert run");
        assertThat(good.err()).contains("✓ acknowledged inserts: 500 acknowledged inserts, all there");
        assertThat(server.ask("SELECT (SELECT count(*) FROM sbtest1) + (SELECT count(*) FROM sbtest2)"))
                .isEqualTo("6500");

        // A server that says it has stored a row and throws it away.
        server.tell(
                "CREATE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql AS"
                        + " 'BEGIN DELETE FROM sbtest1 WHERE id = NEW.id; RETURN NULL; END'",
                "CREATE TRIGGER swallow AFTER INSERT ON sbtest1 FOR EACH ROW WHEN (NEW.id % 10 = 0)"
                        + " EXECUTE FUNCTION swallow()");
        Ended bad = server.sysbench(SIZE + "--events=500 --time=60 oltp_insert run");

        assertThat(bad.err()).containsPattern("✗ acknowledged inserts: \\d+ of 500 acknowledged inserts are not there");
        assertThat(bad.err())
                .containsPattern("✗ rows: found \\d+ rows, but by what was acknowledged there must be 7000");
        assertThat(bad.code()).isEqualTo(4);
    }

    @Test
    void ids_that_the_client_chooses_are_inserted_into_empty_tables() throws SQLException {
        server.sysbench(SIZE + "--auto-inc=off oltp_insert prepare");
        assertThat(server.ask("SELECT count(*) FROM sbtest1")).isEqualTo("0");
        Ended ended = server.sysbench(SIZE + "--auto-inc=off --events=500 --time=60 oltp_insert run");

        assertThat(ended.code()).describedAs(ended.err()).isZero();
        assertThat(ended.err()).contains("500 acknowledged inserts, all there");
    }

    @Test
    void the_run_directory_holds_the_same_figures_and_how_to_do_it_again() throws Exception {
        server.sysbench(SIZE + "oltp_point_select prepare");
        Ended ended = server.sysbench(
                SIZE + "--time=3 --warmup-time=1 --report-interval=1 --histogram oltp_point_select run");

        assertThat(ended.code()).describedAs(ended.err()).isZero();
        assertThat(ended.out())
                .startsWith("""
                        Running the test with following options:
                        Number of threads: 4
                        Report intermediate results every 1 second(s)
                        """)
                .contains("[ 2s ] thds: 4 tps: ")
                .contains("Latency histogram (values are in milliseconds)\n");
        Path directory = ended.directory();
        String kept = Files.readString(directory.resolve("sysbench.txt"));
        assertThat(ended.out()).endsWith(kept);
        Map<String, String> figures = PrintedFigures.of(kept.lines().toList());
        double perSecond =
                Double.parseDouble(String.valueOf(figures.get("transactions")).replaceFirst(".* ", ""));
        assertThat(Files.readString(directory.resolve("figures.json"))).contains("\"transactions\"", "\"queries\"");
        assertThat(Double.parseDouble(String.valueOf(figures.get("total time"))))
                .isCloseTo(3, within(0.1));
        assertThat(perSecond * 3)
                .isCloseTo(Double.parseDouble(String.valueOf(figures.get("total number of events"))), within(400.0));
        String manifest = Files.readString(directory.resolve("manifest.json"));
        assertThat(manifest)
                .contains("\"explicit_transaction\" : false", "\"distribution\" : \"special\"", "--rand-seed=")
                .doesNotContain(server.target().password());
    }

    @Test
    void statements_can_be_sent_as_text() {
        server.sysbench(SIZE + "oltp_read_only prepare");
        Ended ended = server.sysbench(SIZE + "--db-ps-mode=disable --events=50 oltp_read_only run");

        assertThat(ended.code()).describedAs(ended.err()).isZero();
        assertThat(PrintedFigures.of(ended.out().lines().toList())).containsEntry("total", "800");
    }

    @Test
    void prewarm_reads_the_tables() {
        server.sysbench(SIZE + "oltp_read_only prepare");

        assertThat(server.sysbench(SIZE + "oltp_read_only prewarm").out())
                .contains("Prewarming table sbtest1\n", "Prewarming table sbtest2\n");
    }

    @Test
    void tables_that_are_missing_or_there_already_are_named_with_the_way_out() {
        Ended none = server.sysbench(SIZE + "oltp_read_only run");
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err())
                .contains("error: there is no table sbtest1 for 2 tables: make them with the"
                        + " command prepare, or give --tables as many as there are");

        server.sysbench(SIZE + "oltp_read_only prepare");
        Ended again = server.sysbench(SIZE + "oltp_read_only prepare");
        assertThat(again.code()).isEqualTo(2);
        assertThat(again.err())
                .contains("error: table sbtest1 is there already: drop the tables with the command cleanup");

        Ended larger = server.sysbench("--tables=2 --table-size=30000 --time=1 oltp_point_select run");
        assertThat(larger.code()).isEqualTo(2);
        assertThat(larger.err())
                .contains(
                        "error: table sbtest1 has ids up to 3,000, but --table-size is 30,000, so that most statements"
                                + " would find no row: give --table-size as it was prepared with");

        Ended more = server.sysbench("--tables=3 oltp_read_only run");
        assertThat(more.err()).contains("error: there is no table sbtest3 ");
    }

    @Test
    void a_server_that_does_not_answer_is_exit_5(@org.junit.jupiter.api.io.TempDir Path folder) {
        Ended ended = SysbenchServer.run(folder, true, "--pgsql-host=127.0.0.1 --pgsql-port=1 oltp_read_only run");

        assertThat(ended.code()).isEqualTo(5);
        assertThat(ended.err()).contains("127.0.0.1:1");
    }
}
