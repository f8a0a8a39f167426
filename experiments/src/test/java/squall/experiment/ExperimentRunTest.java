package squall.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import squall.experiment.ExperimentState.StepOutcome;
import squall.experiment.ExperimentState.StepRecord;
import squall.experiment.SelectedExperiment.DatabaseAddress;
import squall.experiment.StepCommand.StepRunner;
import squall.system.CommandException;
import squall.system.ExitCode;

/** Test of experiments whose front end is a script: it notes its words, leaves a run that a real front end made, and ends as it is told. */
class ExperimentRunTest {
    private static final Path GOLDEN = Path.of("../src/test/resources/squall/golden/ycsb-run")
            .toAbsolutePath()
            .normalize();

    private static final String SCRIPT = """
            #!/bin/sh
            home=$(dirname "$0")/..
            echo "$*" >>"$home/calls"
            code=0
            while read -r pattern found; do case "$*" in *$pattern*) code=$found ;; esac; done <"$home/exits"
            if [ "$1" = clear ]; then exit "$code"; fi
            if [ "$code" = 2 ]; then echo "error: this database cannot do it"; echo "exit 2: usage"; exit 2; fi
            cp -r 'GOLDEN_RUN' "$SQUALL_RESULTS/run" && ln -s run "$SQUALL_RESULTS/latest"
            if [ -e "$home/summary.json" ]; then cp "$home/summary.json" "$SQUALL_RESULTS/run/summary.json"; fi
            [ "$code" = 0 ] || echo "exit $code: it ended so"
            exit "$code"
            """;

    @TempDir
    Path temp;

    private final List<String> said = new ArrayList<>();

    @BeforeEach
    void makeFrontEnd() throws IOException {
        Path bin = Files.createDirectories(temp.resolve("home/bin"));
        Path script = bin.resolve("ycsb");
        Files.writeString(script, SCRIPT.replace("GOLDEN_RUN", GOLDEN.toString()));
        assertThat(script.toFile().setExecutable(true)).isTrue();
        exits("");
    }

    /** Sets the exit codes of the script. @param lines each a piece of a command line and the code with which it ends */
    private void exits(String lines) throws IOException {
        Files.writeString(temp.resolve("home/exits"), lines);
    }

    private List<String> calls() throws IOException {
        Path calls = temp.resolve("home/calls");
        return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
    }

    private StepRunner script() {
        return new FrontEndProcess(temp.resolve("home"), List.of());
    }

    private ExperimentRun run(boolean resume, StepRunner runner) throws CommandException {
        return run("postgres", resume, runner);
    }

    private ExperimentRun run(String database, boolean resume, StepRunner runner) throws CommandException {
        return run(ExperimentReaderTest.small(), database, resume, runner);
    }

    private ExperimentRun run(ExperimentSpec spec, String database, boolean resume, StepRunner runner)
            throws CommandException {
        SelectedExperiment selected = SelectedExperiment.of(
                spec, "toy", new DatabaseAddress(Optional.of(database), Optional.empty(), Optional.empty()));
        return ExperimentRun.of(
                selected,
                "a-hash",
                temp.resolve("results"),
                resume,
                new ExperimentRun.Rim(runner, () -> Instant.parse("2026-11-22T12:00:00Z"), said::add));
    }

    private static List<String> ends(ExperimentRun run) throws IOException {
        return ExperimentState.read(run.folder().path()).steps().stream()
                .map(step -> step.key() + " " + step.outcome().label())
                .toList();
    }

    @Test
    void every_cell_is_run_and_each_preparing_step_once_for_its_dimensions() throws Exception {
        ExperimentRun run = run(false, script());

        assertThat(run.execute()).isEqualTo(ExitCode.OK);

        assertThat(calls())
                .containsExactly(
                        "load jdbc -p recordcount=100 -p db.sharding=range",
                        "run jdbc -threads 2",
                        "run jdbc -threads 4",
                        "load jdbc -p recordcount=100 -p db.sharding=hash",
                        "run jdbc -threads 2",
                        "run jdbc -threads 4");
        assertThat(ExperimentState.read(run.folder().path()).complete()).isTrue();
        assertThat(said)
                .contains(
                        "run,sharding=hash,threads=4: bin/ycsb run jdbc -threads 4",
                        "run,sharding=hash,threads=4: done (exit 0, 0.0 s)");
    }

    @Test
    void the_folder_holds_the_runs_the_table_in_four_forms_and_a_page_with_the_published_rows() throws Exception {
        ExperimentRun run = run(false, script());
        run.execute();
        Path folder = run.folder().path();

        assertThat(folder).hasFileName("20261122T120000Z-small-postgres-toy");
        assertThat(Stream.of(
                        "small.txt",
                        "small.md",
                        "small.csv",
                        "small.json",
                        "ycsb-claims.txt",
                        "steps.csv",
                        "index.html"))
                .allMatch(name -> Files.isRegularFile(folder.resolve(name)));
        assertThat(Files.readAllLines(folder.resolve("small.csv")))
                .hasSize(5)
                .startsWith("threads,ops_s,change_pct,remark")
                .element(3)
                .asString()
                .matches("2,\\d+(\\.\\d+)?,0.0,");
        assertThat(Files.readString(folder.resolve("index.html")))
                .contains(
                        "Two threads and four (postgres, toy)",
                        "Claims: YugabyteDB against CockroachDB",
                        "Steps of small");
        assertThat(folder.resolve("steps/run,sharding=range,threads=2/run/manifest.json"))
                .exists();
    }

    @Test
    void ideal_growth_begins_with_a_row_and_grows_with_a_value() throws Exception {
        ExperimentSpec spec = ExperimentReaderTest.read(ExperimentReaderTest.SMALL.replace(
                "change: ops_s, against: {sharding: range}",
                "ideal: ops_s, by: \"${threads}\", against: {threads: \"2\"}"));
        ExperimentRun run = run(spec, "postgres", false, script());
        run.execute();

        List<String[]> rows = Files.readAllLines(run.folder().path().resolve("small.csv")).stream()
                .skip(1)
                .map(line -> line.split(",", -1))
                .toList();
        assertThat(rows).extracting(row -> row[0]).containsExactly("2", "4", "2", "4");
        double first = Double.parseDouble(rows.getFirst()[1]);
        assertThat(Double.parseDouble(rows.getFirst()[2])).isEqualTo(first);
        assertThat(Double.parseDouble(rows.get(1)[2])).isCloseTo(2 * first, withinPercentage(1));
    }

    /** Covers an old error: a time that was not seen to end was a figure, from which changes were computed. */
    @Test
    void a_time_that_was_not_seen_to_end_is_a_bound_without_change() throws Exception {
        Path unseen = StepFiguresTest.unseen(temp.resolve("unseen"));
        Files.writeString(temp.resolve("home/bin/ycsb"), SCRIPT.replace("GOLDEN_RUN", unseen.toString()));
        ExperimentRun run = run(
                ExperimentReaderTest.read(ExperimentReaderTest.SMALL.replace(
                        "figure: measured.goodput_per_s", "figure: kill.back_after_healing_s")),
                "postgres",
                false,
                script());
        run.execute();

        assertThat(Files.readAllLines(run.folder().path().resolve("small.csv")))
                .startsWith("threads,ops_s,change_pct,remark")
                .element(3)
                .isEqualTo("2,> 60,,");
    }

    @Test
    void a_step_that_the_database_refuses_is_not_applicable_with_its_own_words() throws Exception {
        exits("-threads?4 2\n");
        ExperimentRun run = run(false, script());

        assertThat(run.execute()).isEqualTo(ExitCode.OK);

        StepRecord refused = ExperimentState.read(run.folder().path())
                .find("run,sharding=range,threads=4")
                .orElseThrow();
        assertThat(refused.outcome()).isEqualTo(StepOutcome.NOT_APPLICABLE);
        assertThat(refused.reason()).isEqualTo("this database cannot do it");
        assertThat(Files.readString(run.folder().path().resolve("small.txt")))
                .contains("N/A: this database cannot do it")
                .contains("N/A");
    }

    /** Covers an old error: a step that failed with a message in Latin-1 ended the sweep, with the message "Input length = 1". */
    @Test
    void a_reason_that_is_no_utf_8_is_one_all_the_same() throws Exception {
        StepRunner script = script();
        ExperimentRun run = run(false, (words, folder) -> {
            if (!words.line().contains("-threads 4")) {
                return script.run(words, folder);
            }
            byte[] message = "error: there is no M\u00FCller\n".getBytes(StandardCharsets.ISO_8859_1);
            Files.write(folder.resolve(FrontEndProcess.OUTPUT), message);
            return ExitCode.USAGE.code();
        });

        assertThat(run.execute()).isEqualTo(ExitCode.OK);

        assertThat(ExperimentState.read(run.folder().path())
                        .find("run,sharding=range,threads=4")
                        .orElseThrow()
                        .reason())
                .isEqualTo("there is no M\uFFFDller");
    }

    /** Covers machines without root, where no node has a disk of its own: the table of losses had neither rows nor reasons. */
    @Test
    void a_table_of_runs_none_of_which_is_applicable_has_their_reasons() throws Exception {
        exits("-threads 2\n");
        String steps = ExperimentReaderTest.SMALL.substring(0, ExperimentReaderTest.SMALL.indexOf("tables:"));
        ExperimentRun run = run(
                ExperimentReaderTest.read(steps + "tables:\n  - {of: run, from: durability, label: \"${threads}\"}\n"),
                "postgres",
                false,
                script());

        run.execute();

        assertThat(Files.readAllLines(run.folder().path().resolve("durability.csv")))
                .startsWith(
                        "step,remark",
                        "\"run,sharding=range,threads=2\",N/A: this database cannot do it",
                        "\"run,sharding=range,threads=4\",N/A: this database cannot do it");
    }

    /** Covers an old error: the rows of KV 95 on postgres were replaced by why Cassandra's steps had none. */
    @Test
    void two_tables_that_are_made_in_the_same_way_have_files_of_their_own() throws Exception {
        String steps = ExperimentReaderTest.SMALL.substring(0, ExperimentReaderTest.SMALL.indexOf("tables:"));
        ExperimentRun run = run(
                ExperimentReaderTest.read(
                        steps + "tables:\n  - {of: load, from: durability}\n  - {of: run, from: durability}\n"),
                "cassandra",
                false,
                script());

        run.execute();

        assertThat(Files.readAllLines(run.folder().path().resolve("durability-load.csv")))
                .startsWith("step,remark", "\"load,sharding=range\",N/A: no choice of sharding");
        assertThat(Files.readAllLines(run.folder().path().resolve("durability-run.csv")))
                .startsWith(
                        "step,remark",
                        "\"run,sharding=range,threads=2\",\"N/A: load,sharding=range: no choice of sharding\"");
    }

    @Test
    void what_follows_a_preparation_that_the_database_cannot_take_is_not_started() throws Exception {
        ExperimentRun run = run("cassandra", false, script());

        assertThat(run.execute()).isEqualTo(ExitCode.USAGE);

        assertThat(calls()).isEmpty();
        assertThat(ExperimentState.read(run.folder().path())
                        .find("run,sharding=range,threads=2")
                        .orElseThrow()
                        .reason())
                .isEqualTo("load,sharding=range: no choice of sharding");
    }

    /** Covers an old error: KV 95 on Cassandra had no row, as a step that fills a table over SQL came first. */
    @Test
    void a_step_that_is_expressly_for_a_database_needs_no_preparation_that_is_not() throws Exception {
        ExperimentSpec spec = ExperimentReaderTest.read(ExperimentReaderTest.SMALL.replace(
                "  - name: run\n", "  - name: run\n    databases: [cassandra]\n    otherwise: for cassandra\n"));
        ExperimentRun run = run(spec, "cassandra", false, script());

        assertThat(run.execute()).isEqualTo(ExitCode.OK);

        assertThat(ends(run)).contains("load,sharding=range N/A", "run,sharding=range,threads=2 done");
    }

    /** Covers an old error: one cluster of the user's made the rows of three sizes. */
    @Test
    void a_cluster_of_the_users_does_not_stand_for_nodes_of_a_stated_size() throws Exception {
        ExperimentSpec spec = ExperimentReaderTest.read(ExperimentReaderTest.SMALL
                .replace("db.sharding=${sharding}", "squall.testbed=name=x,node-cpus=0.2")
                .replace("  - name: run\n", "  - name: run\n    databases: [postgres]\n    otherwise: for postgres\n"));
        SelectedExperiment selected = SelectedExperiment.of(
                spec,
                "toy",
                new DatabaseAddress(Optional.empty(), Optional.of("jdbc:postgresql://db/x"), Optional.empty()));
        ExperimentRun run = ExperimentRun.of(
                selected,
                "a-hash",
                temp.resolve("results"),
                false,
                new ExperimentRun.Rim(script(), () -> Instant.parse("2026-11-22T12:00:00Z"), said::add));

        assertThat(run.execute()).isEqualTo(ExitCode.USAGE);

        assertThat(calls()).isEmpty();
        assertThat(said)
                .contains(
                        "load,sharding=range: N/A: the size of its nodes (node-cpus) cannot be set at an address: leave out --url",
                        "run,sharding=range,threads=2: N/A: load,sharding=range: the size of its nodes (node-cpus) cannot be"
                                + " set at an address: leave out --url");
    }

    @Test
    void an_invalid_run_is_not_applicable_and_the_experiment_says_so_in_its_exit_code() throws Exception {
        exits("-threads?2 6\n");
        ExperimentRun run = run(false, script());

        assertThat(run.execute()).isEqualTo(ExitCode.INVALID);

        assertThat(ends(run)).contains("run,sharding=range,threads=2 N/A", "run,sharding=range,threads=4 done");
    }

    /** A cluster that did not come back from one phase leaves the figures of those before it. */
    @ParameterizedTest
    @CsvSource({"6, '2,\\d+.*,N/A: it ended so'", "8, '2,\\d+.*,failed: it ended so'", "4, '2,\\d+.*,it ended so'"})
    void a_table_that_judges_each_phase_shows_runs_that_did_not_end_well(int code, String row) throws Exception {
        exits("-threads?2 " + code + "\n");
        ExperimentRun run = run(
                ExperimentReaderTest.read(
                        ExperimentReaderTest.SMALL.replace("    columns:", "    invalidToo: true\n    columns:")),
                "postgres",
                false,
                script());

        run.execute();

        assertThat(Files.readAllLines(run.folder().path().resolve("small.csv")).get(1))
                .matches(row);
    }

    @ParameterizedTest
    @CsvSource({
        "15.4, 'the client was overloaded: p99 of its own delay before sending was 15.4 ms, but must be at most 10.0 ms', done",
        "50.1, 'the client was overloaded: p99 of its own delay before sending was 50.1 ms, but must be at most 10.0 ms', N/A",
        "15.4, 'fault node-kill was not in effect', N/A",
    })
    void a_late_client_is_tolerated_up_to_the_limit_of_the_scale_and_no_other_reason_is(
            String ownLagMs, String reason, String outcome) throws Exception {
        invalid(ownLagMs, reason);
        exits("run?jdbc 6\n");
        ExperimentRun run = tolerant();

        assertThat(run.execute()).isEqualTo(outcome.equals("done") ? ExitCode.OK : ExitCode.INVALID);

        assertThat(ends(run))
                .filteredOn(end -> end.startsWith("run,"))
                .hasSize(4)
                .allMatch(end -> end.endsWith(" " + outcome));
        if (outcome.equals("done")) {
            assertThat(Files.readString(run.folder().path().resolve("small.csv")))
                    .contains("the client's own delay had a p99 of 15.4 ms; this scale allows 50 ms");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'the client was overloaded: garbage collection took 6.74 % of a window, but must take at most 5.00 %', done, 0",
        "'the client was overloaded: p99 of its own delay before sending was 99.0 ms, but must be at most 10.0 ms', done, 0",
        "'the data could not be checked', N/A, 6",
    })
    void a_preparation_that_no_table_shows_serves_although_its_client_was_overloaded_if_its_data_are_right(
            String reason, String outcome, int code) throws Exception {
        invalid("99.0", reason);
        exits("load?jdbc 6\n");
        ExperimentRun run = run(false, script());

        assertThat(run.execute().code()).isEqualTo(code);

        assertThat(ends(run)).contains("load,sharding=range " + outcome, "run,sharding=range,threads=2 " + outcome);
    }

    /** Covers an old error: the remark named the delay, which counts for nothing here, and not what made the run invalid. */
    @Test
    void the_remark_names_the_reason_that_is_not_tolerated() throws Exception {
        invalid(
                "15.4",
                "the client was overloaded: p99 of its own delay before sending was 15.4 ms, but must be at most 10.0 ms",
                "fault node-kill was not in effect");
        exits("run?jdbc 6\n");
        ExperimentRun run = tolerant();

        assertThat(run.execute()).isEqualTo(ExitCode.INVALID);

        assertThat(ExperimentState.read(run.folder().path()).steps())
                .filteredOn(step -> step.step().equals("run"))
                .hasSize(4)
                .extracting(StepRecord::reason)
                .containsOnly("fault node-kill was not in effect");
    }

    /** Makes the script leave a run from now on that was invalid for these reasons. */
    private void invalid(String ownLagMs, String... reasons) throws IOException {
        String codes = Stream.of(reasons)
                .map(reason -> "{\"code\": 6, \"reason\": \"" + reason + "\"" + overload(reason) + "}")
                .collect(Collectors.joining(", "));
        String summary = Files.readString(GOLDEN.resolve("summary.json"))
                .replaceFirst("\"state\" ?: ?\"complete\"", "\"state\": \"invalid\"")
                .replaceFirst("\"own_lag_p99_ms\" ?: ?0.0", "\"own_lag_p99_ms\": " + ownLagMs)
                .replaceFirst("\"exit_codes\" ?: ?\\[ ?\\]", "\"exit_codes\": [" + codes + "]");
        Files.writeString(temp.resolve("home/summary.json"), summary);
    }

    private static String overload(String reason) {
        if (!reason.startsWith("the client was overloaded")) {
            return "";
        }
        return ", \"overload\": \"" + (reason.contains("garbage") ? "gc" : "delay") + "\"";
    }

    private ExperimentRun tolerant() throws CommandException {
        String text = ExperimentReaderTest.SMALL.replaceFirst(
                "( *)vary: \\{sharding", "$1clientDelay: 50ms\n$1vary: {sharding");
        return ExperimentRun.of(
                SelectedExperiment.of(
                        ExperimentReaderTest.read(text),
                        "toy",
                        new DatabaseAddress(Optional.of("postgres"), Optional.empty(), Optional.empty())),
                "a-hash",
                temp.resolve("results"),
                false,
                new ExperimentRun.Rim(script(), () -> Instant.parse("2026-11-22T12:00:00Z"), said::add));
    }

    /** Covers an old error: both ran the same steps on one database at a time, and their rows were mixed in one table. */
    @Test
    void a_sweep_that_is_running_is_not_run_by_a_second_command() throws Exception {
        List<String> refused = new ArrayList<>();
        StepRunner script = script();
        ExperimentRun run = run(false, (words, folder) -> {
            if (refused.isEmpty()) {
                assertThatThrownBy(() -> run(true, script).execute())
                        .isInstanceOf(IOException.class)
                        .satisfies(e -> refused.add(e.getMessage()));
            }
            return script.run(words, folder);
        });

        assertThat(run.execute()).isEqualTo(ExitCode.OK);

        assertThat(refused).singleElement().asString().contains("experiment.lock is still held by ");
        assertThat(calls()).hasSize(6);
    }

    @Test
    void an_unreadable_neighbour_does_not_hide_the_sweep_that_goes_on() throws Exception {
        exits("-threads?4 5\n");
        run(false, script()).execute();
        Path neighbour = Files.createDirectories(temp.resolve("results/99999999T000000Z-x"));
        Files.writeString(neighbour.resolve("experiment.json"), "{");
        exits("");

        assertThat(run(true, script()).execute()).isEqualTo(ExitCode.OK);
    }

    @Test
    void a_missed_expectation_leaves_figures_with_a_remark() throws Exception {
        exits("-threads?2 3\n");
        ExperimentRun run = run(false, script());

        assertThat(run.execute()).isEqualTo(ExitCode.EXPECTATION);

        assertThat(Files.readString(run.folder().path().resolve("small.csv"))).contains(",it ended so");
    }

    @Test
    void an_unreachable_database_ends_the_sweep_which_can_go_on_later() throws Exception {
        exits("-threads?4 5\n");
        assertThat(run(false, script()).execute()).isEqualTo(ExitCode.UNREACHABLE);
        assertThat(calls()).hasSize(3);

        exits("");
        ExperimentRun resumed = run(true, script());

        assertThat(resumed.execute()).isEqualTo(ExitCode.OK);
        assertThat(calls().subList(3, calls().size()))
                .containsExactly(
                        "run jdbc -threads 4",
                        "load jdbc -p recordcount=100 -p db.sharding=hash",
                        "run jdbc -threads 2",
                        "run jdbc -threads 4");
        assertThat(resumed.folder().path().resolve("steps/run,sharding=range,threads=4.attempt-1"))
                .isDirectory();
    }

    /** Covers an old error: a size that was repeated became the last row, and a version was compared with a later one. */
    @Test
    void a_step_that_is_repeated_later_keeps_its_row() throws Exception {
        exits("-threads?2 1\n");
        assertThat(run(false, script()).execute()).isEqualTo(ExitCode.INTERNAL_ERROR);
        exits("");
        ExperimentRun resumed = run(true, script());

        assertThat(resumed.execute()).isEqualTo(ExitCode.OK);

        assertThat(Files.readAllLines(resumed.folder().path().resolve("small.csv")).stream()
                        .skip(1)
                        .map(line -> line.substring(0, 1)))
                .containsExactly("2", "4", "2", "4");
    }

    /** Covers a version that does not come back: it is one row of several, and the next cell has another cluster. */
    @ParameterizedTest
    @ValueSource(ints = {5, 8})
    void a_cluster_that_no_other_cell_uses_does_not_end_the_sweep(int code) throws Exception {
        ExperimentSpec spec = ExperimentReaderTest.read(
                ExperimentReaderTest.SMALL.replace("  - name: run\n", "  - name: run\n    ownCluster: true\n"));
        exits("-threads?2 " + code + "\n");
        ExperimentRun run = run(spec, "postgres", false, script());

        assertThat(run.execute().code()).isEqualTo(code);

        assertThat(calls()).hasSize(6);
        assertThat(ends(run))
                .contains("run,sharding=range,threads=2 failed", "run,sharding=range,threads=4 done")
                .contains("run,sharding=hash,threads=2 failed", "run,sharding=hash,threads=4 done");
        assertThat(Files.readAllLines(run.folder().path().resolve("small.csv")))
                .element(1)
                .isEqualTo("2,N/A,,failed: it ended so");

        exits("");
        assertThat(run(spec, "postgres", true, script()).execute()).isEqualTo(ExitCode.OK);
        assertThat(calls().subList(6, calls().size()))
                .filteredOn(call -> call.startsWith("run"))
                .containsExactly("run jdbc -threads 2", "run jdbc -threads 2");
    }

    /** Covers an old error: Ctrl-C before the first step passed for a wrong usage. */
    @Test
    void a_sweep_that_is_stopped_before_its_first_step_is_no_wrong_usage() throws Exception {
        ExperimentRun run = run(false, script());
        run.stop();
        assertThat(run.execute()).isEqualTo(ExitCode.OK);
        assertThat(calls()).isEmpty();
    }

    @Test
    void a_stopped_sweep_goes_on_where_it_stopped() throws Exception {
        List<ExperimentRun> running = new ArrayList<>();
        StepRunner once = (words, folder) -> {
            int code = script().run(words, folder);
            if (calls().size() == 2) {
                running.getFirst().stop();
            }
            return code;
        };
        running.add(run(false, once));
        running.getFirst().execute();
        assertThat(calls()).hasSize(2);
        assertThat(ExperimentState.read(running.getFirst().folder().path()).complete())
                .isFalse();

        ExperimentRun resumed = run(true, script());
        resumed.execute();

        assertThat(resumed.folder()).isEqualTo(running.getFirst().folder());
        assertThat(calls().subList(2, 4))
                .containsExactly("run jdbc -threads 4", "load jdbc -p recordcount=100 -p db.sharding=hash");
        assertThat(ends(resumed)).hasSize(6).allMatch(end -> end.endsWith(" done"));
    }

    @Test
    void an_interrupted_step_is_repeated_and_its_run_stays_readable() throws Exception {
        exits("-threads?4 130\n");
        ExperimentRun first = run(false, script());
        assertThat(first.execute()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(ends(first))
                .containsExactly(
                        "load,sharding=range done",
                        "run,sharding=range,threads=2 done",
                        "run,sharding=range,threads=4 interrupted");
        assertThat(Files.readString(first.folder().path().resolve("small.txt"))).contains("interrupted");

        exits("");
        assertThat(run(true, script()).execute()).isEqualTo(ExitCode.OK);

        assertThat(first.folder().path().resolve("steps/run,sharding=range,threads=4.attempt-1/run/manifest.json"))
                .exists();
    }

    @Test
    void a_failed_run_is_repeated_on_the_data_that_it_needs() throws Exception {
        exits("-threads?2 1\n");
        assertThat(run(false, script()).execute()).isEqualTo(ExitCode.INTERNAL_ERROR);
        int before = calls().size();
        assertThat(before).isEqualTo(6);

        exits("");
        run(true, script()).execute();

        assertThat(calls().subList(before, calls().size()))
                .containsExactly(
                        "load jdbc -p recordcount=100 -p db.sharding=range",
                        "run jdbc -threads 2",
                        "load jdbc -p recordcount=100 -p db.sharding=hash",
                        "run jdbc -threads 2");
    }

    /** Covers an old error: an interrupted load was repeated without what empties its tables, failed on them, and the sweep was complete. */
    @Test
    void a_repeated_step_begins_with_those_that_clear_for_it() throws Exception {
        ExperimentSpec spec = ExperimentReaderTest.read(ExperimentReaderTest.SMALL.replace(
                "  - name: load\n",
                "  - name: fresh\n    per: [sharding]\n    command: ycsb clear jdbc\n  - name: load\n"));
        exits("load?jdbc 130\n");
        run(spec, "postgres", false, script()).execute();
        int before = calls().size();
        assertThat(before).isEqualTo(2);

        exits("");
        assertThat(run(spec, "postgres", true, script()).execute()).isEqualTo(ExitCode.OK);

        assertThat(calls().subList(before, calls().size()))
                .containsExactly(
                        "clear jdbc",
                        "load jdbc -p recordcount=100 -p db.sharding=range",
                        "run jdbc -threads 2",
                        "run jdbc -threads 4",
                        "clear jdbc",
                        "load jdbc -p recordcount=100 -p db.sharding=hash",
                        "run jdbc -threads 2",
                        "run jdbc -threads 4");
    }

    /** Covers an old error: the rows behind a preparation that failed stayed N/A, although --resume had repeated it. */
    @Test
    void what_a_failed_preparation_held_up_is_run_once_the_preparation_is_done() throws Exception {
        exits("load?jdbc 1\n");
        ExperimentRun first = run(false, script());
        assertThat(first.execute()).isEqualTo(ExitCode.INTERNAL_ERROR);
        assertThat(ends(first)).contains("load,sharding=range failed", "run,sharding=range,threads=2 N/A");
        int before = calls().size();

        exits("");
        ExperimentRun resumed = run(true, script());

        assertThat(resumed.execute()).isEqualTo(ExitCode.OK);
        assertThat(calls().subList(before, calls().size()))
                .containsExactly(
                        "load jdbc -p recordcount=100 -p db.sharding=range",
                        "run jdbc -threads 2",
                        "run jdbc -threads 4",
                        "load jdbc -p recordcount=100 -p db.sharding=hash",
                        "run jdbc -threads 2",
                        "run jdbc -threads 4");
        assertThat(ends(resumed)).hasSize(6).allMatch(end -> end.endsWith(" done"));
    }

    /** Covers an old error: see above; here the preparation succeeds when the next row needs it, and the sweep was complete. */
    @Test
    void a_preparation_that_failed_once_leaves_the_sweep_unfinished() throws Exception {
        exits("load?jdbc 1\n");
        ExperimentRun first = run(false, (words, folder) -> {
            int code = script().run(words, folder);
            exits("");
            return code;
        });
        first.execute();
        assertThat(ends(first)).contains("load,sharding=range done", "run,sharding=range,threads=2 N/A");
        assertThat(ExperimentState.read(first.folder().path()).complete()).isFalse();
        int before = calls().size();

        run(true, script()).execute();

        assertThat(calls().subList(before, calls().size()))
                .containsExactly("load jdbc -p recordcount=100 -p db.sharding=range", "run jdbc -threads 2");
        assertThat(ExperimentState.read(first.folder().path()).complete()).isTrue();
    }

    /** Covers an old error: see above; here a second preparation stood between the failed one and the run. */
    @Test
    void what_two_preparations_held_up_is_run_once_both_are_done() throws Exception {
        ExperimentSpec spec = ExperimentReaderTest.read(ExperimentReaderTest.SMALL.replace(
                "  - name: run\n", "  - name: warm\n    prepares: true\n    command: ycsb run warm\n  - name: run\n"));
        exits("load?jdbc 1\n");
        ExperimentRun first = run(spec, "postgres", false, script());
        first.execute();
        assertThat(ends(first)).contains("warm,sharding=range,threads=2 N/A", "run,sharding=range,threads=2 N/A");

        exits("");
        ExperimentRun resumed = run(spec, "postgres", true, script());

        assertThat(resumed.execute()).isEqualTo(ExitCode.OK);
        assertThat(ends(resumed)).hasSize(10).allMatch(end -> end.endsWith(" done"));
    }

    @Test
    void what_a_refused_preparation_held_up_stays_not_applicable() throws Exception {
        exits("sharding=range 2\n-threads?4 5\n");
        assertThat(run(false, script()).execute()).isEqualTo(ExitCode.UNREACHABLE);
        int before = calls().size();

        exits("");
        ExperimentRun resumed = run(true, script());
        resumed.execute();

        assertThat(calls().subList(before, calls().size())).containsExactly("run jdbc -threads 4");
        assertThat(ends(resumed)).contains("load,sharding=range N/A", "run,sharding=range,threads=2 N/A");
    }

    @Test
    void a_run_that_came_to_its_end_when_this_command_was_killed_is_not_repeated() throws Exception {
        ExperimentRun first = run(false, (words, folder) -> {
            script().run(words, folder);
            throw new IOException("killed");
        });
        assertThatThrownBy(first::execute).hasMessage("killed");
        assertThat(calls()).hasSize(1);

        run(true, script()).execute();

        assertThat(calls())
                .hasSize(6)
                .filteredOn(call -> call.endsWith("sharding=range"))
                .hasSize(1);
    }

    /** Covers an old error: a run that failed counted as one that the database did not stand. */
    @ParameterizedTest
    @CsvSource({"6, INVALID", "1, INTERNAL_ERROR"})
    void a_run_that_is_invalid_or_failed_leaves_a_search_undecided_and_is_tried_again(int code, ExitCode expected)
            throws Exception {
        exits("-threads?2 " + code + "\n");
        ExperimentRun first = search(false);
        assertThat(first.execute()).isEqualTo(expected);
        assertThat(calls()).containsExactly("run jdbc -threads 1", "run jdbc -threads 2");
        assertThat(Files.readString(first.folder().path().resolve("small.txt")))
                .contains("Largest accepted threads: 1; the search has not ended.")
                .contains("Undecided at run,threads=2: it ended so; --resume tries it again.");

        exits("");
        ExperimentRun resumed = search(true);
        assertThat(resumed.execute()).isEqualTo(ExitCode.OK);
        assertThat(calls().subList(2, calls().size())).containsExactly("run jdbc -threads 2", "run jdbc -threads 4");
        assertThat(Files.readString(resumed.folder().path().resolve("small.txt")))
                .contains("Largest accepted threads: 4, the upper end of this search: the database was not saturated.");
    }

    /** Covers an old error: the run behind a preparation that failed counted as one that the database did not stand. */
    @Test
    void a_preparation_that_failed_leaves_a_search_undecided() throws Exception {
        exits("recordcount=2 1\n");
        ExperimentRun run = search(
                false,
                ExperimentReaderTest.SMALL
                        .replace("per: [sharding]", "per: [threads]")
                        .replace("${rows} -p db.sharding=${sharding}", "${threads}"));
        assertThat(run.execute()).isEqualTo(ExitCode.INTERNAL_ERROR);
        assertThat(calls())
                .containsExactly("load jdbc -p recordcount=1", "run jdbc -threads 1", "load jdbc -p recordcount=2");
        assertThat(Files.readString(run.folder().path().resolve("small.txt")))
                .contains("Largest accepted threads: 1; the search has not ended.")
                .contains("Undecided at load,threads=2: it ended so; --resume tries it again.");
    }

    private ExperimentRun search(boolean resume) throws CommandException {
        return search(
                resume, ExperimentReaderTest.SMALL.replaceFirst("(?s)  - name: load.*?  - name: run", "  - name: run"));
    }

    private ExperimentRun search(boolean resume, String spec) throws CommandException {
        String text = spec.replace(
                        "vary: {sharding: [range, hash], threads: [2, 4]}",
                        "search: {value: threads, from: 1, to: 4, resolution: \"0.1\", step: run, accept: [measured.goodput_per_s >= 1]}")
                .replace("      - {name: change_pct, unit: \"%\", change: ops_s, against: {sharding: range}}\n", "");
        SelectedExperiment selected = SelectedExperiment.of(
                ExperimentReaderTest.read(text),
                "toy",
                new DatabaseAddress(Optional.of("postgres"), Optional.empty(), Optional.empty()));
        return ExperimentRun.of(
                selected,
                "a-hash",
                temp.resolve("results"),
                resume,
                new ExperimentRun.Rim(script(), () -> Instant.parse("2026-11-22T12:00:00Z"), said::add));
    }

    @Test
    void without_an_unfinished_one_there_is_nothing_to_go_on_with() throws Exception {
        run(false, script()).execute();

        assertThatThrownBy(() -> run(true, script()))
                .isInstanceOf(CommandException.class)
                .hasMessage("--resume: " + temp.resolve("results")
                        + " has no unfinished small at scale toy on postgres; leave out --resume to begin one");
    }

    /** Covers an old error: the message named the experiment's file alone, where --cluster was another one. */
    @Test
    void a_sweep_that_was_begun_on_another_cluster_does_not_go_on() throws Exception {
        ExperimentRun begun = run(false, script());

        assertThatThrownBy(() -> defined("another-hash", "2026-11-22T12:00:00Z", true))
                .isInstanceOf(CommandException.class)
                .hasMessage(
                        "--resume: " + begun.folder().path()
                                + " was begun with another --cluster or by another version of this experiment's file, and its"
                                + " rows would not be comparable; give the same --cluster, or leave out --resume to begin again");
    }

    /** Covers an old error: --resume found the newest sweep only, and refused the one on another cluster. */
    @Test
    void a_sweep_goes_on_although_a_newer_one_was_begun_on_another_cluster() throws Exception {
        ExperimentRun first = defined("a-hash", "2026-11-22T12:00:00Z", false);
        ExperimentRun newer = defined("another-hash", "2026-11-22T13:00:00Z", false);

        assertThat(defined("a-hash", "2026-11-22T14:00:00Z", true).folder()).isEqualTo(first.folder());
        assertThat(defined("another-hash", "2026-11-22T14:00:00Z", true).folder())
                .isEqualTo(newer.folder());
    }

    /** @param definition of the file and the cluster */
    private ExperimentRun defined(String definition, String now, boolean resume) throws CommandException {
        SelectedExperiment selected = SelectedExperiment.of(
                ExperimentReaderTest.small(),
                "toy",
                new DatabaseAddress(Optional.of("postgres"), Optional.empty(), Optional.empty()));
        return ExperimentRun.of(
                selected,
                definition,
                temp.resolve("results"),
                resume,
                new ExperimentRun.Rim(script(), () -> Instant.parse(now), said::add));
    }

    @Test
    void a_damaged_state_is_named() throws Exception {
        ExperimentRun run = run(false, script());
        Path file = run.folder().path().resolve(ExperimentState.NAME);
        Files.writeString(file, Files.readString(file).replace("\"experiment\"", "\"experment\""));

        assertThatThrownBy(() -> run(true, script()))
                .isInstanceOf(CommandException.class)
                .hasMessageStartingWith(
                        "cannot use the folder of results: " + file + " is not the state of an experiment: ");
    }
}
