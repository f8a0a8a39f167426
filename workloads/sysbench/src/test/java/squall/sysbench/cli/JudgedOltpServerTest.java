package squall.sysbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.cli.TestCommand.Ended;
import squall.engine.LoadRun;
import squall.engine.RunEvent;
import squall.engine.RunListener;
import squall.engine.RunResult;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.LoadPlan;
import squall.engine.schedule.RunEnding;
import squall.spi.CheckResult;
import squall.spi.Load;
import squall.spi.Options;
import squall.spi.PreparedWorkload;

/** Test of {@code --judge isolation} on a real PostgreSQL. */
@Tag("server")
@Tag("extended")
class JudgedOltpServerTest {
    /** Serialization failures that remain after ten retries are no matter of this test. */
    private static final String RUN = "--threads=6 --time=0 --rand-type=uniform --error-budget=50% --judge=isolation ";

    private static SysbenchServer server;

    @BeforeAll
    static void start() throws Exception {
        server = new SysbenchServer("judged-oltp");
    }

    @AfterAll
    static void remove() throws Exception {
        server.remove();
    }

    @AfterEach
    void dropTables() throws SQLException {
        server.tell(
                "ALTER ROLE CURRENT_USER RESET default_transaction_isolation",
                "DROP TABLE IF EXISTS sbtest1, sbtest2, saved");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "read committed | read committed | 1 | oltp_update_non_index | no anomaly in 1,500 transactions: strict"
                        + " serializable holds; judged: all 1,500 reads, order known of all 1,500 writes",
                "repeatable read | snapshot isolation | 1 | oltp_update_non_index | no anomaly in .*: strict"
                        + " serializable holds; judged: all [\\d,]+ reads, order known of all [\\d,]+ writes",
                "repeatable read | snapshot isolation | 1 | oltp_point_select | no anomaly in 1,500 transactions: strict"
                        + " serializable holds; judged: all 1,500 reads, order known of all 0 writes",
                "repeatable read | snapshot isolation | 20 | oltp_read_only | no anomaly in 1,500 transactions; the order"
                        + " of some versions is not known; judged: [\\d.]+ % of [\\d,]+ reads, .*",
                "repeatable read | snapshot isolation | 20 | oltp_read_write | .*; judged: [\\d.]+ % of [\\d,]+ reads,"
                        + " order known of 66.\\d % of [\\d,]+ writes",
                "repeatable read | snapshot isolation | 20 | oltp_write_only | .*; judged: all [\\d,]+ reads, order known"
                        + " of 66.\\d % of [\\d,]+ writes",
                "serializable | serializable | 20 | oltp_read_write | .*; judged: [\\d.]+ % of [\\d,]+ reads, order"
                        + " known of 66.\\d % of [\\d,]+ writes",
                "read committed | read committed | 20 | --skip-trx oltp_read_write | .*; judged: [\\d.]+ % of [\\d,]+"
                        + " reads, order known of [\\d.]+ % of [\\d,]+ writes",
                "read committed | read committed | 20 | --delete-inserts=3 --non-index-updates=3 oltp_read_write | .*;"
                        + " judged: [\\d.]+ % of [\\d,]+ reads, order known of [\\d.]+ % of [\\d,]+ writes",
            })
    void a_database_that_keeps_its_word_passes_and_what_was_judged_is_said(
            String level, String claimed, int range, String test, String seen) throws Exception {
        server.tell("ALTER ROLE CURRENT_USER SET default_transaction_isolation = '" + level + "'");
        String size = "--tables=2 --table-size=400 --range-size=" + range + " ";
        assertThat(server.sysbench(size + test + " prepare").code()).isZero();
        Ended ended = server.sysbench(size + RUN + "--events=1500 " + test + " run");

        assertThat(ended.passed()).as(ended.err()).isTrue();
        assertThat(oneLine(ended)).containsPattern("✓ isolation: database says " + claimed + ", seen: " + seen);
        assertThat(oneLine(ended)).doesNotContain("too many at once");
        assertThat(ended.directory().resolve("isolation.json")).content().contains("judged: ");
    }

    @Test
    void a_share_of_the_rows_is_judged_and_the_rest_is_counted() throws Exception {
        String size = "--tables=2 --table-size=400 ";
        assertThat(server.sysbench(size + "oltp_update_non_index prepare").code())
                .isZero();
        Ended ended = server.sysbench(size + RUN + "--events=1500 --judge-share=25 oltp_update_non_index run");

        assertThat(ended.passed()).as(ended.err()).isTrue();
        Matcher judged = Pattern.compile(
                        "seen: no anomaly in .*; judged: ([\\d.]+) % of 1,500 reads, order known of ([\\d.]+) %"
                                + " of 1,500 writes; 25 % of the keys are judged")
                .matcher(oneLine(ended));
        assertThat(judged.find()).as(ended.err()).isTrue();
        assertThat(Double.parseDouble(judged.group(1))).isBetween(18.0, 32.0);
        assertThat(Double.parseDouble(judged.group(2))).isBetween(18.0, 32.0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "read committed | | 0 | ✓ isolation: database says read committed, seen: ",
                "read committed | --expect=snapshot | 4 | ✗ isolation: .*expected snapshot isolation, seen: ",
                "repeatable read | | 4 | ✗ isolation: database says snapshot isolation, seen: ",
            })
    void values_that_another_program_sets_back_are_lost_updates(String level, String expect, int code, String told)
            throws Exception {
        server.tell("ALTER ROLE CURRENT_USER SET default_transaction_isolation = '" + level + "'");
        String size = "--tables=1 --table-size=5 ";
        assertThat(server.sysbench(size + "oltp_update_non_index prepare").code())
                .isZero();
        Ended ended = whileSettingBack(() -> server.sysbench(size + RUN.replace("--time=0", "--time=3")
                + (expect == null ? "" : expect + " ") + "oltp_update_non_index run"));

        assertThat(oneLine(ended)).containsPattern(told + ".*lost update \\([\\d,]+\\)");
        if (code == 0) {
            assertThat(ended.passed()).as(ended.err()).isTrue();
        } else {
            assertThat(ended.code()).as(ended.err()).isEqualTo(code);
        }
    }

    /** The load would run for five minutes; what ends it is that the anomaly is named. */
    @Test
    void a_lost_update_is_named_while_the_load_runs(@TempDir Path folder) throws Exception {
        PreparedWorkload prepared = new SysbenchWorkload()
                .prepare(
                        new Options(
                                "load",
                                Map.of(
                                        "test", "oltp_update_non_index",
                                        "table-size", "5",
                                        "threads", "4",
                                        "judge", "isolation")),
                        server.target(),
                        7);
        prepared.fill(line -> {});
        try (Load load = prepared.load()) {
            load.setUp();
            load.keepIn(folder);
            AtomicReference<LoadRun> running = new AtomicReference<>();
            List<RunEvent> found = new CopyOnWriteArrayList<>();
            LoadRun run = new LoadRun(load, lasting(Duration.ofMinutes(5)), List.of(new RunListener() {
                @Override
                public void event(RunEvent event) {
                    if (event.type().equals("judge")
                            && "lost update".equals(event.facts().get("anomaly"))) {
                        found.add(event);
                        running.get().stop(new RunEnding.Interrupted("found"));
                    }
                }
            }));
            running.set(run);
            RunResult result = whileSettingBack(run::execute);

            assertThat(result.ending()).isEqualTo(new RunEnding.Interrupted("found"));
            assertThat(found).hasSize(1);
            assertThat(found.getFirst().detail())
                    .matches(
                            "lost update: T\\d+ \\(session \\d\\) read (\\d+|the initial state) of key 1000000000[1-5] and"
                                    + " replaced it; so did T\\d+ \\(session \\d\\)");
            assertThat(load.check())
                    .anyMatch(check -> check.name().equals("isolation")
                            && check.verdict() == CheckResult.Verdict.PASSED
                            && check.detail().contains("lost update"));
        }
    }

    private static LoadPlan lasting(Duration length) {
        return new LoadPlan(
                4,
                new LoadPace.Closed(),
                OptionalLong.empty(),
                Optional.of(length),
                Duration.ZERO,
                Duration.ofSeconds(20),
                7,
                LoadPlan.Threads.PLATFORM,
                List.of());
    }

    private interface Step<T> {
        T perform() throws InterruptedException;
    }

    /** Performs the step while another thread puts values back that have been replaced since they were saved. */
    private static <T> T whileSettingBack(Step<T> step) throws Exception {
        server.tell("CREATE TABLE saved AS SELECT id, c FROM sbtest1 WHERE false");
        AtomicBoolean ended = new AtomicBoolean();
        AtomicReference<SQLException> failure = new AtomicReference<>();
        Thread other = Thread.ofPlatform().start(() -> {
            try {
                while (!ended.get()) {
                    server.tell(
                            "SET default_transaction_isolation = 'read committed'",
                            "DELETE FROM saved",
                            "INSERT INTO saved SELECT id, c FROM sbtest1",
                            "SELECT pg_sleep(0.05)",
                            "UPDATE sbtest1 SET c = saved.c FROM saved WHERE sbtest1.id = saved.id");
                }
            } catch (SQLException e) {
                failure.set(e);
            }
        });
        try {
            return step.perform();
        } finally {
            ended.set(true);
            other.join();
            assertThat((Throwable) failure.get()).isNull();
        }
    }

    private static String oneLine(Ended ended) {
        return ended.err().replaceAll("\\s+", " ");
    }
}
