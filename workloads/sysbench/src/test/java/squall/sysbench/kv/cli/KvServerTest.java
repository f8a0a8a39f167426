package squall.sysbench.kv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
import squall.sysbench.cli.SysbenchServer;

/** The whole command against a real server. */
@Tag("server")
class KvServerTest {
    private static SysbenchServer server;

    @BeforeAll
    static void start() throws Exception {
        server = new SysbenchServer("kv");
    }

    @AfterAll
    static void remove() throws Exception {
        server.remove();
    }

    @AfterEach
    void dropTable() throws SQLException {
        server.tell("DROP TABLE IF EXISTS kv", "DROP FUNCTION IF EXISTS swallow");
    }

    @Test
    void of_kv95_each_hundred_has_five_writes_and_all_that_were_acknowledged_are_there() throws Exception {
        ok(server.kv("init --insert-count=1000 --max-block-bytes=64"));
        assertThat(server.ask("SELECT count(*) FROM kv")).isEqualTo("1000");
        Ended ended =
                server.kv("run --read-percent=95 --concurrency=4 --max-ops=4000 --duration=0 --max-block-bytes=64");

        ok(ended);
        assertThat(ended.err())
                .contains("✓ acknowledged writes: 200 acknowledged keys, all there")
                .contains("✓ rows: 1,200 rows; 1,000 before, 200 acknowledged");
        assertThat(ended.out().lines().map(line -> line.replaceAll(" +", " ")))
                .anyMatch(line -> line.matches(" [\\d.]+s 0 3800 .* read"))
                .anyMatch(line -> line.matches(" [\\d.]+s 0 200 .* write"));
        assertThat(server.ask("SELECT max(length(v)) <= 64 AND min(length(v)) >= 1 FROM kv"))
                .isEqualTo("t");
    }

    @Test
    void a_run_goes_on_where_the_one_before_ended() throws Exception {
        ok(server.kv("run --init --max-ops=300 --duration=0"));
        ok(server.kv("run --max-ops=200 --duration=0"));

        assertThat(server.ask("SELECT count(*) FROM kv")).isEqualTo("500");
        Ended again = server.kv("run --write-seq=R0 --max-ops=500 --duration=0");
        ok(again);
        assertThat(server.ask("SELECT count(*) FROM kv")).isEqualTo("500");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"--sequential --cycle-length=100", "--cycle-length=100", "--zipfian --batch=5", "--batch=7"})
    void every_order_of_keys_is_written_read_and_found_again(String order) throws Exception {
        Ended ended = server.kv("run --init --read-percent=50 --max-ops=1000 --duration=0 --concurrency=4 " + order);

        ok(ended);
        assertThat(ended.err()).containsPattern("✓ acknowledged writes: \\d+ acknowledged keys, all there");
        if (order.contains("cycle")) {
            assertThat(server.ask("SELECT count(*) FROM kv")).isEqualTo("100");
        }
        if (order.contains("sequential")) {
            assertThat(server.ask("SELECT min(k) || ' ' || max(k) FROM kv")).isEqualTo("0 99");
        }
    }

    @Test
    void splits_are_partitions_of_equal_width_here() throws Exception {
        ok(server.kv("init --splits=3 --insert-count=4000"));

        assertThat(server.ask("SELECT count(*) FROM pg_inherits WHERE inhparent = 'kv'::regclass"))
                .isEqualTo("4");
        assertThat(server.ask("SELECT min(rows) > 850 FROM (SELECT count(*) AS rows FROM kv GROUP BY tableoid) AS p"))
                .isEqualTo("t");
    }

    @Test
    void a_write_that_the_server_throws_away_is_exit_4() throws Exception {
        ok(server.kv("init"));
        server.tell(
                "CREATE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
                "CREATE TRIGGER swallow BEFORE INSERT ON kv FOR EACH ROW WHEN (NEW.k % 50 = 0)"
                        + " EXECUTE FUNCTION swallow()");
        Ended ended = server.kv("run --max-ops=1000 --duration=0");

        assertThat(ended.err()).containsPattern("✗ acknowledged writes: \\d+ of 1000 acknowledged keys have no row");
        assertThat(ended.code()).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--cycle-length=50", "--cycle-length=50 --batch=5", "--zipfian --batch=3", "--splits=3"})
    void judged_while_it_runs_it_is_strictly_serializable_and_everything_is_judged(String keys) throws Exception {
        Ended ended = server.kv("run --init --read-percent=50 --max-ops=4000 --duration=0 --concurrency=8"
                + " --insert-count=20 --max-block-bytes=40 --judge=isolation " + keys);

        ok(ended);
        assertThat(oneLine(ended))
                .containsPattern("✓ isolation: database says read committed, seen: no anomaly in 4,000 transactions:"
                        + " strict serializable holds; judged: all [\\d,]+ reads, order known of all [\\d,]+ writes");
        Path run = ended.directory();
        assertThat(run.resolve("isolation.json")).content().contains("judged: all ");
        assertThat(run.resolve("summary.json")).content().contains("strict serializable holds");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " --batch=5"})
    void a_share_of_the_keys_is_judged_and_the_rest_is_counted(String batch) throws Exception {
        Ended ended =
                server.kv("run --init --read-percent=50 --max-ops=4000 --duration=0 --concurrency=8 --insert-count=20"
                        + " --cycle-length=1000 --judge=isolation --judge-share=25%" + batch);

        ok(ended);
        Matcher judged = Pattern.compile(
                        "judged: ([\\d.]+) % of [\\d,]+ reads, order known of ([\\d.]+) % of [\\d,]+ writes; 25 % of the keys are judged")
                .matcher(oneLine(ended));
        assertThat(judged.find()).as(ended.err()).isTrue();
        assertThat(Double.parseDouble(judged.group(1))).isBetween(18.0, 40.0);
        assertThat(Double.parseDouble(judged.group(2))).isBetween(18.0, 40.0);
        assertThat(oneLine(ended)).contains("seen: no anomaly");
    }

    @Test
    void rows_that_another_program_sets_back_are_lost_updates_and_exit_4_where_that_was_excluded() throws Exception {
        ok(server.kv("init --insert-count=5 --cycle-length=5"));
        server.tell("CREATE TABLE IF NOT EXISTS saved AS SELECT * FROM kv WHERE false");
        AtomicBoolean ended = new AtomicBoolean();
        Thread other = Thread.ofPlatform().start(() -> setBack(ended));
        String run = "run --cycle-length=5 --write-seq=5 --duration=3s --concurrency=4 --judge=isolation";
        Ended allowed = server.kv(run);
        Ended excluded = server.kv(run + " --expect=snapshot");
        ended.set(true);
        other.join();
        server.tell("DROP TABLE saved");

        ok(allowed);
        assertThat(oneLine(allowed))
                .containsPattern("✓ isolation: database says read committed, seen: .*lost update \\([\\d,]+\\)");
        assertThat(oneLine(excluded))
                .containsPattern("✗ isolation: .*expected snapshot isolation, seen: .*lost update");
        assertThat(excluded.code()).isEqualTo(4);
    }

    private static String oneLine(Ended ended) {
        return ended.err().replaceAll("\\s+", " ");
    }

    /** Puts values back that have been replaced since they were saved. */
    private static void setBack(AtomicBoolean ended) {
        try {
            while (!ended.get()) {
                server.tell(
                        "DELETE FROM saved",
                        "INSERT INTO saved SELECT * FROM kv",
                        "SELECT pg_sleep(0.05)",
                        "UPDATE kv SET v = saved.v FROM saved WHERE kv.k = saved.k");
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--judge=speed | --judge must be isolation, not 'speed'",
                "--judge=isolation --judge-share=0 | --judge-share: must be a percentage above 0 and at most 100, not '0'",
                "--judge-share=25 | --judge-share says which keys are judged: add --judge isolation",
                "--expect=snapshot | --expect says what is expected of isolation: add --judge isolation",
                "--judge=isolation --expect=perfect | 'perfect' is not an isolation level",
                "--judge=isolation --clients=2 --client=0 --client-run=judged | --judge isolation is for a single client"
            })
    void what_cannot_be_judged_is_refused(String options, String message) {
        Ended ended = server.kv("run --init " + options);

        assertThat(ended.code()).as(ended.err()).isEqualTo(2);
        assertThat(oneLine(ended)).contains(message);
    }

    /** Covers an old error: kv run --drop ran on with the old table. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run --drop | --drop is an option of kv init, not of kv run",
                "init --init | --init is an option of kv run, not of kv init",
                "drop --nodes=3 | --nodes is an option of kv run, not of kv drop",
                "scaling --init a b | --init is an option of kv run, not of kv scaling"
            })
    void an_option_of_another_command_is_refused(String line, String message) {
        Ended ended = server.kv(line);

        assertThat(ended.code()).as(ended.err()).isEqualTo(2);
        assertThat(oneLine(ended)).contains(message);
    }

    @Test
    void a_table_that_cannot_be_cut_so_often_is_refused_before_the_old_one_is_dropped() throws Exception {
        ok(server.kv("init --insert-count=10"));
        Ended ended = server.kv("init --drop --splits=5000");

        assertThat(ended.code()).as(ended.err()).isEqualTo(2);
        assertThat(oneLine(ended)).contains("--splits must be below 1000 on PostgreSQL");
        assertThat(server.ask("SELECT count(*) FROM kv")).isEqualTo("10");
    }

    @Test
    void the_concurrency_under_a_bound_is_found_kept_and_run_with() throws Exception {
        ok(server.kv("init --insert-count=1000"));
        Ended ended = server.kv("run --read-percent=95 --find-concurrency --p99=10s --step-time=1s --max-concurrency=2"
                + " --duration=1s");

        ok(ended);
        assertThat(ended.err())
                .contains("looking for the most sessions within p99 10000.0 ms, 1 s each step")
                .contains("    1 session ", "    2 sessions ")
                .contains("most sessions within p99 10000.0 ms: 2, the most to be tried");
        String manifest = Files.readString(ended.directory().resolve("manifest.json"));
        assertThat(manifest).contains("\"sessions_curve\"", "\"p99_bound_ms\" : 10000.0", "\"threads\" : 2");
    }

    @Test
    void a_bound_that_one_session_misses_is_exit_3() throws Exception {
        ok(server.kv("init --insert-count=100"));
        Ended ended = server.kv("run --find-concurrency --p99=1ms --min-block-bytes=2000000 --max-block-bytes=2000000"
                + " --step-time=1s --duration=1s");

        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.err())
                .contains("no concurrency keeps p99 within 1.0 ms without failures: with one session p99 was ");
    }

    @Test
    void the_scaling_table_includes_the_published_rows() throws Exception {
        Ended one = server.kv("run --init --read-percent=95 --max-ops=500 --duration=0 --nodes=1");
        Ended three = server.kv("run --read-percent=95 --max-ops=500 --duration=0 --nodes=3");
        Path first = one.directory();
        Ended table = SysbenchServer.run(server.folder(), false, "scaling 1=" + first + " 3=" + three.directory());

        ok(table);
        assertThat(table.out())
                .contains("nodes  workers  concurrency", "ops_s_per_node", "scaling_pct", "p99_ms")
                .contains("overview-kv95: KV 95 concurrency per cluster size")
                .contains("256          8         2048");
    }

    @Test
    void a_late_dispatcher_changes_no_figure() throws Exception {
        LateStream late = new LateStream("squall run kv on", Duration.ofSeconds(1));
        Ended ended = server.kv("run --init --max-ops=500 --duration=0 --read-percent=0 --concurrency=4", late);

        assertThat(late.held()).isTrue();
        ok(ended);
        assertThat(ended.err()).contains("500 of 500 operations, 0 failed");
        assertThat(server.ask("SELECT count(*) FROM kv")).isEqualTo("500");
    }

    @Test
    void a_table_that_is_missing_or_there_already_is_named_with_the_way_out() throws Exception {
        Ended none = server.kv("run");
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains("error: there is no table kv: make it with bin/kv init, or add --init");

        server.tell("CREATE TABLE kv (id integer)");
        for (String command : List.of("run", "run --init")) {
            Ended other = server.kv(command);
            assertThat(other.code()).isEqualTo(2);
            assertThat(other.err())
                    .contains("error: table kv exists, but has no column k, v: replace it with bin/kv init --drop");
        }
        assertThat(server.ask("SELECT count(*) FROM kv")).isEqualTo("0");
        assertThat(server.kv("init").err()).contains("table kv already exists: add --drop to create it again");
        ok(server.kv("init --drop"));
        Ended again = server.kv("init");
        assertThat(again.code()).isEqualTo(2);
        assertThat(again.err())
                .contains("error: table kv already exists: add --drop to create it again, or run kv drop");
        ok(server.kv("init --drop"));
        ok(server.kv("drop"));
        assertThat(server.ask("SELECT to_regclass('kv')")).isEqualTo("null");
    }

    private static void ok(Ended ended) {
        assertThat(ended.passed()).describedAs(ended.err()).isTrue();
    }
}
