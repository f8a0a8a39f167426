package squall.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import squall.cli.TestCommand;
import squall.cli.TestCommand.Ended;
import squall.cli.TestCommand.Streams;
import squall.cli.report.ReportCommand;
import squall.fake.FakeDriver;
import squall.system.FileTrees;
import squall.system.PollDeadline;

/** Test of the anomalies that a real server allows at each of its levels, and that drivers allow which lie about commits. */
@Tag("server")
@Tag("extended")
class IsolationServerTest {
    private static final String TRANSACTIONS = " --num_writes 6000 --num_unique_keys 4 --num_threads 8";

    private static Site site;

    @BeforeAll
    static void start() throws Exception {
        site = new Site();
    }

    @AfterAll
    static void remove() throws Exception {
        site.remove();
    }

    @ParameterizedTest
    @ValueSource(strings = {"SqlListAppend", "SqlRegisters"})
    void read_committed_lets_updates_be_lost_which_it_may(String app) throws IOException {
        Ended ended = site.run("--workload " + app + " --isolation read-committed" + TRANSACTIONS);

        assertThat(ended.code()).describedAs(ended.err()).isZero();
        JsonNode record = ended.json("isolation.json");
        assertThat(record.path("seen").asText()).contains("lost update (").endsWith(": at most read committed");
        assertThat(record.path("claimed").asText()).isEqualTo("read committed");
        assertThat(ended.err()).contains("✓ isolation: asked read committed, database says read committed, seen: ");
    }

    @Test
    void read_committed_shows_a_part_of_another_transaction() throws IOException {
        Ended ended = site.run("--workload SqlListAppend --isolation read-committed" + TRANSACTIONS);

        assertThat(ended.json("isolation.json").path("anomalies").has("read skew (G-single)"))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"SqlListAppend", "SqlRegisters"})
    void repeatable_read_lets_through_write_skew_and_nothing_else(String app) throws IOException {
        Ended ended = site.run("--workload " + app + " --isolation repeatable-read" + TRANSACTIONS);

        assertThat(ended.code()).describedAs(ended.err()).isZero();
        JsonNode record = ended.json("isolation.json");
        assertThat(record.path("anomalies").fieldNames()).toIterable().containsExactly("write skew (G2-item)");
        assertThat(record.path("asked").asText()).isEqualTo("repeatable read");
        assertThat(record.path("claimed").asText()).isEqualTo("snapshot isolation");
    }

    @Test
    void of_blind_writes_the_order_is_not_known_and_no_level_is_said_to_hold() throws IOException {
        Ended ended = site.run("--workload SqlRegisters --blind_writes --isolation serializable" + TRANSACTIONS);

        assertThat(ended.code()).describedAs(ended.err()).isZero();
        assertThat(ended.json("isolation.json").path("complete").asBoolean()).isFalse();
        assertThat(ended.json("isolation.json").path("seen").asText())
                .matches("no anomaly in [\\d,]+ transactions; the order of some versions is not known");
    }

    @Test
    void transactions_that_only_read_can_go_elsewhere() throws IOException {
        Ended ended = site.run("--workload SqlListAppend --isolation serializable" + TRANSACTIONS + " --read_url "
                + site.target().url());

        assertThat(ended.code()).describedAs(ended.err()).isZero();
        assertThat(ended.json("isolation.json").path("anomalies")).isEmpty();
    }

    @Test
    void sessions_for_which_no_transaction_is_left_wait_for_none() throws IOException {
        Ended ended = site.run("--workload SqlListAppend --isolation serializable --num_writes 4 --num_threads 8");

        assertThat(ended.code()).describedAs(ended.err()).isZero();
        assertThat(ended.json("summary.json").path("turns"))
                .hasToString("{\"planned\":4,\"started\":4,\"finished\":4,\"unfinished\":0}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SqlListAppend --hot_key_share 0.3", "SqlRegisters --transaction_length 8"})
    void serializable_holds(String app) throws IOException {
        Ended ended = site.run("--workload " + app + " --isolation serializable" + TRANSACTIONS);

        assertThat(ended.code()).describedAs(ended.err()).isZero();
        JsonNode record = ended.json("isolation.json");
        assertThat(record.path("complete").asBoolean()).isTrue();
        assertThat(record.path("anomalies")).isEmpty();
        assertThat(record.path("aborted").asLong()).isPositive();
    }

    @ParameterizedTest
    @CsvSource({"SqlListAppend,serializable", "SqlRegisters,serializable", "SqlRegisters,repeatable-read"})
    void a_driver_without_transactions_is_exit_4(String app, String level) throws IOException, SQLException {
        Ended ended = through(FakeDriver.withoutTransactions(site.target().url()), app, level);

        assertThat(ended.code()).describedAs(ended.err()).isEqualTo(4);
        assertThat(ended.err()).contains("exit 4: isolation failed: asked ");
        assertThat(ended.json("isolation.json").path("seen").asText()).contains("lost update (");
        assertThat(Files.readString(ended.directory().resolve("report.html")))
                .contains("<h2 id=\"cycles-title\">Cycles of transactions</h2>", "<svg viewBox=");
    }

    @ParameterizedTest
    @ValueSource(strings = {"serializable", "read-committed"})
    void a_driver_that_drops_commits_is_exit_4_at_every_level(String level) throws IOException, SQLException {
        Ended ended = through(FakeDriver.droppingCommits(site.target().url()), "SqlListAppend", level);

        assertThat(ended.code()).describedAs(ended.err()).isEqualTo(4);
        assertThat(ended.json("isolation.json").path("anomalies").has("lost write"))
                .isTrue();
        assertThat(ended.json("isolation.json").path("strongest")).isEmpty();
    }

    @Test
    void a_commit_that_a_driver_drops_is_a_lost_update_of_a_register() throws IOException, SQLException {
        Ended ended = through(FakeDriver.droppingCommits(site.target().url()), "SqlRegisters", "serializable");

        assertThat(ended.code()).describedAs(ended.err()).isEqualTo(4);
        assertThat(ended.json("isolation.json").path("anomalies").has("lost update"))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "read-committed | snapshot | lost-update | 4 | read skew",
                "repeatable-read | serializable | | 4 | write skew",
                "repeatable-read | serializable | lost-write,write-skew | 0 | write skew",
            })
    void the_level_that_is_expected_is_the_one_that_a_run_is_judged_by(
            String asked, String expected, @Nullable String allowed, int code, String seen) throws IOException {
        Ended ended = site.run("--workload SqlListAppend --isolation " + asked + " --expect " + expected
                + (allowed == null ? "" : " --allow " + allowed)
                + " --num_writes 2000 --num_unique_keys 4 --num_threads 8");

        assertThat(ended.code()).describedAs(ended.err()).isEqualTo(code);
        JsonNode record = ended.json("isolation.json");
        assertThat(record.path("expected").asText())
                .isEqualTo(expected.equals("snapshot") ? "snapshot isolation" : expected);
        assertThat(record.path("broken").isEmpty()).isEqualTo(code == 0);
        assertThat(record.path("seen").asText()).contains(seen);
    }

    /** Judges the part that was flushed before the load was killed; nothing is said to hold, as transactions are missing. */
    @Test
    void the_history_of_a_load_that_was_killed_is_judged_as_far_as_it_was_recorded() throws Exception {
        Path results = Files.createTempDirectory("killed-load");
        Process load = java(
                        SampleAppsCommand.class,
                        ("--workload SqlListAppend --isolation serializable --num_threads 4 --run_time 300 --progress=none --results "
                                        + results + " --url " + site.target().url() + " --username "
                                        + site.target().user() + " --password "
                                        + site.target().password())
                                .split(" "))
                .redirectError(results.resolve("err").toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        Path history = results.resolve("latest/history.jsonl");
        try {
            assertThat(PollDeadline.in(Duration.ofMinutes(2))
                            .await(() -> Files.exists(history) && Files.size(history) > 200_000))
                    .describedAs(Files.readString(results.resolve("err")))
                    .isTrue();
        } finally {
            load.destroyForcibly().waitFor();
        }

        assertThat(report("isolation", history.toString()))
                .matches("0: isolation: asked serializable, database says serializable, seen: no anomaly in [\\d,]+"
                        + " transactions; the recording was cut off, so transactions are missing\n");
        String directory = results.resolve("latest").toRealPath().toString();
        assertThat(report("--format", "text", directory))
                .startsWith("0: ")
                .contains(
                        "The run did not come to its end.",
                        "The transactions in history.jsonl were recorded and not judged: bin/report isolation does that.");
        List<String> lines = Files.readAllLines(history);
        Files.write(history, lines.subList(0, 2));
        Files.writeString(history, """
                {"session":1001,"begin":1,"end":2,"outcome":"aborted","ops":[["w",99,1]]}
                {"session":1002,"begin":1,"end":2,"outcome":"committed","ops":[["r",99,1]]}
                """, StandardOpenOption.APPEND);
        assertThat(report("isolation", directory)).startsWith("4: ").contains("aborted read (G1a) (1)");
        FileTrees.delete(results);
    }

    /** Returns exit code and standard output of the command. */
    private static String report(String... words) {
        Ended ended = new TestCommand(ReportCommand::execute, Optional.empty(), site.folder())
                .run(List.of(words), Streams.closed());
        return ended.code() + ": " + ended.out();
    }

    private static ProcessBuilder java(Class<?> main, String... words) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(words));
        return new ProcessBuilder(command);
    }

    @Test
    void the_tables_of_two_runs_are_one_and_their_rows_are_not() throws SQLException {
        assertThat(site.run(
                                "--workload SqlRegisters --isolation serializable --num_writes 200 --create_table_name two_runs")
                        .code())
                .isZero();
        assertThat(site.run(
                                "--workload SqlRegisters --isolation serializable --num_writes 200 --create_table_name two_runs")
                        .code())
                .isZero();
        assertThat(site.ask("SELECT count(DISTINCT run) FROM two_runs")).isEqualTo("2");
        assertThat(site.run("--workload SqlRegisters --drop_table_name two_runs --skip_workload")
                        .code())
                .isZero();
        assertThat(site.ask("SELECT to_regclass('two_runs')")).isEqualTo("null");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SqlListAppend --transaction_length 9 | option 'transaction_length' must be a whole number in [1, 8], not '9'",
                "SqlListAppend --hot_key_share 1 | option 'hot_key_share' must be a number in [0, 1), not '1'",
                "SqlListAppend --isolation snapshot | isolation must be read-committed, repeatable-read or serializable, not 'snapshot'",
                "SqlListAppend --blind_writes | --blind_writes is no option of SqlListAppend",
                "SqlRegisters --batch_size 4 | --batch_size is no option of SqlRegisters",
                "SqlListAppend --expect perfect | SqlListAppend: expect and allow: 'perfect' is not an isolation level: use one of read uncommitted",
                "CassandraRegisters --allow lost-write,typo | CassandraRegisters: expect and allow: 'typo' is not an anomaly: use one of unwritten-value, ",
                "CassandraRegisters --isolation serializable | --isolation is no option of CassandraRegisters",
            })
    void what_cannot_be_meant_is_exit_2(String words, String message) {
        Ended ended = site.run("--workload " + words);

        assertThat(ended.code()).describedAs(ended.err()).isEqualTo(2);
        assertThat(ended.err()).contains(message);
    }

    private static Ended through(String url, String app, String level) {
        return Site.run(
                site.folder(),
                "--workload " + app + " --isolation " + level + TRANSACTIONS + " --url " + url + " --username "
                        + site.target().user() + " --password " + site.target().password());
    }
}
