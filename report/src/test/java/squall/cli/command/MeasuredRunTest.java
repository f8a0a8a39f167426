package squall.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.check.DataCheck;
import squall.cli.RaisedSignal;
import squall.cli.Signals;
import squall.cli.progress.ProgressConsole;
import squall.cli.progress.ProgressMode;
import squall.engine.RunListener;
import squall.engine.RunResult;
import squall.engine.schedule.ClientSplit;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.LoadPlan;
import squall.measure.LiveSecond;
import squall.results.RunInfo;
import squall.results.file.CanonicalJson;
import squall.results.file.RunState;
import squall.results.recorded.RecordedRun;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;
import squall.spi.ClientBarrier;
import squall.spi.DatabaseInfo;
import squall.spi.DelegatingLoad;
import squall.spi.Load;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.OutputScreen;
import squall.verdict.ErrorBudget;
import squall.verdict.JudgedRun;

class MeasuredRunTest {
    private static final LoadPlan ENDLESS = new LoadPlan(
            2,
            new LoadPace.Rate(50, LoadPace.Arrival.CONSTANT),
            OptionalLong.empty(),
            Optional.empty(),
            Duration.ZERO,
            Duration.ofSeconds(1),
            7,
            LoadPlan.Threads.PLATFORM,
            List.of());

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private ProgressMode mode = ProgressMode.PLAIN;

    /** Covers an old error: the manifest was left 'running', without a summary. */
    @Test
    void a_signal_while_the_data_is_checked_ends_the_checks_and_the_directory_is_complete() throws Exception {
        ExitCode code = run(result -> {
            RaisedSignal.term();
            new CountDownLatch(1).await();
            return List.of();
        });
        assertThat(code).isEqualTo(ExitCode.TERMINATED);
        assertThat(state()).isEqualTo(RunState.INVALID); // its data is undecided
        assertThat(recorded().manifest().exitCode()).hasValue(143);
        assertThat(CanonicalJson.line(recorded().summary().orElseThrow().checks()))
                .contains("SIGTERM came before the data was checked");
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("exit 143: ended by SIGTERM while the data was being checked");
    }

    /** Covers an old error: after Ctrl-C the consistency conditions took 20 s, and nothing said how to end them. */
    @Test
    void checks_after_a_signal_say_that_another_one_skips_them() throws Exception {
        ExitCode code = run(new CountingLoad(), ENDLESS, new FrontEnd() {
            @Override
            public List<RunListener> listeners() {
                return List.of(new RunListener() {
                    @Override
                    public void liveSecond(LiveSecond liveSecond) {
                        if (liveSecond.second() == 0) {
                            RaisedSignal.term();
                        }
                    }
                });
            }

            @Override
            public List<CheckResult> checks(RunResult result) throws InterruptedException {
                Instant latest = Instant.now().plusSeconds(120);
                while (!text().contains("another signal") && Instant.now().isBefore(latest)) {
                    Thread.sleep(20);
                }
                RaisedSignal.term();
                new CountDownLatch(1).await();
                return List.of();
            }
        });
        assertThat(code).isEqualTo(ExitCode.TERMINATED);
        assertThat(text())
                .contains(
                        "checking the data (another signal skips this), 2.0 s",
                        "? data: SIGTERM came before the data was checked (undecided)");
    }

    private String text() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void the_connection_on_which_clients_sign_in_is_closed_if_the_clocks_cannot_be_compared() {
        Timeless barrier = new Timeless();
        Load load = new DelegatingLoad(new CountingLoad()) {
            @Override
            public Optional<ClientBarrier> barrier() {
                return Optional.of(barrier);
            }
        };
        ClientSettings clients = new ClientSettings(
                new ClientSplit(2, 0), new ClientSettings.Start.Together("run", Duration.ofSeconds(1)));
        assertThatThrownBy(() -> MeasuredRun.OpenBarrier.of(new PreparedLoad("execute", load, plan(), info(), clients)))
                .hasMessage("comparing clocks: db:5432: connection refused");
        assertThat(barrier.closed).isTrue();
    }

    /** Covers an old error: the torn rows of the run were forgotten, and it ended with exit 143, as if all had been well. */
    @Test
    void a_signal_while_the_data_is_checked_hides_nothing_that_was_seen_before() throws Exception {
        CountingLoad load = new CountingLoad();
        load.see(new CheckResult("reads", Verdict.FAILED, "1 torn"));
        ExitCode code = run(load, result -> {
            RaisedSignal.term();
            new CountDownLatch(1).await();
            return List.of();
        });
        assertThat(code).isEqualTo(ExitCode.DATA);
        assertThat(CanonicalJson.line(recorded().summary().orElseThrow().checks()))
                .contains("1 torn", "SIGTERM came before the data was checked");
    }

    @Test
    void a_signal_before_the_run_ends_it_and_the_directory_is_complete() throws Exception {
        ExitCode code = run(new FrontEnd() {
            @Override
            public List<RunListener> listeners() {
                RaisedSignal.term();
                return List.of();
            }

            @Override
            public List<CheckResult> checks(RunResult result) {
                return List.of();
            }
        });
        assertThat(code).isIn(ExitCode.TERMINATED, ExitCode.OK); // a run of ten operations may be quicker
        // a busy machine sends some of them late, which makes the run invalid
        assertThat(state()).isIn(RunState.ABORTED, RunState.COMPLETE, RunState.INVALID);
    }

    @Test
    void a_signal_while_files_are_written_changes_nothing() throws Exception {
        try (Signals outer = Signals.install(signal -> {}, signal -> {})) { // who comes late must not end the tests
            ExitCode code = run(new FrontEnd() {
                @Override
                public List<CheckResult> checks(RunResult result) {
                    return List.of();
                }

                @Override
                public void keep(Path directory, JudgedRun run) {
                    RaisedSignal.term();
                }
            });
            assertThat(outer).isNotNull();
            assertThat(code).isEqualTo(ExitCode.OK);
        }
        assertThat(state()).isEqualTo(RunState.COMPLETE);
    }

    @Test
    void a_run_is_shown_checked_kept_reported_and_summed_up_in_this_order() throws Exception {
        List<String> calls = new ArrayList<>();
        ExitCode code = run(new FrontEnd() {
            @Override
            public List<RunListener> listeners() {
                calls.add("listeners");
                return List.of();
            }

            @Override
            public List<CheckResult> checks(RunResult result) {
                calls.add("checks of " + result.finished());
                return List.of(new CheckResult("rows", Verdict.PASSED, "10 of 10"));
            }

            @Override
            public void keep(Path directory, JudgedRun run) throws IOException {
                calls.add("keep " + run.codes().worst());
                Files.writeString(directory.resolve("own.csv"), "a,b\n");
            }

            @Override
            public void report(JudgedRun run) {
                calls.add("report " + state());
            }

            @Override
            public List<String> figures(JudgedRun run) {
                calls.add("figures");
                return List.of("tpmC 12.3 (unaudited)");
            }
        });
        assertThat(code).isEqualTo(ExitCode.OK);
        assertThat(calls).containsExactly("listeners", "checks of 10", "keep OK", "report COMPLETE", "figures");
        assertThat(err.toString(StandardCharsets.UTF_8).lines())
                .startsWith("squall execute counting on none, 2 sessions on platform threads, seed 7")
                .contains("tpmC 12.3 (unaudited)", "ok rows: 10 of 10", "reproduce  bin/count --seed=7");
        assertThat(recorded().manifest().artefacts().orElseThrow())
                .extracting(artefact -> artefact.path())
                .contains("own.csv");
        assertThat(recorded().manifest().fact("threads").asInt()).isEqualTo(2);
        assertThat(recorded().path().resolve("report.html")).content().contains("<h1>counting</h1>");
    }

    @Test
    void data_that_cannot_be_asked_for_is_undecided_and_the_results_are_kept() throws Exception {
        ExitCode code = run(result -> List.of(DataCheck.of("data", "rows", check -> {
            throw new IOException("127.0.0.1:5432 refused the connection");
        })));
        assertThat(code).isEqualTo(ExitCode.INVALID);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("exit 6: data is undecided: 127.0.0.1:5432 refused the connection");
        assertThat(state()).isEqualTo(RunState.INVALID);
    }

    @Test
    void without_progress_the_verdict_and_the_reason_of_the_exit_code_are_still_said() throws Exception {
        mode = ProgressMode.NONE;
        run(result -> List.of(new CheckResult("rows", Verdict.FAILED, "9 of 10 found")));
        assertThat(err.toString(StandardCharsets.UTF_8).lines())
                .satisfiesExactly(
                        verdict -> assertThat(verdict)
                                .matches("fail: complete after .*, 10 of 10 operations, \\d+ failed"),
                        reason -> assertThat(reason).isEqualTo("exit 4: rows failed: 9 of 10 found"),
                        results -> assertThat(results).startsWith("results    " + folder));
    }

    @Test
    void without_progress_a_good_run_says_its_verdict_and_no_more() throws Exception {
        mode = ProgressMode.NONE;
        run(result -> List.of());
        assertThat(err.toString(StandardCharsets.UTF_8))
                .matches("pass: complete after .*, 10 of 10 operations, 0 failed\\R");
    }

    @Test
    void a_file_of_the_front_end_that_cannot_be_written_makes_the_results_incomplete() throws Exception {
        ExitCode code = run(new FrontEnd() {
            @Override
            public List<CheckResult> checks(RunResult result) {
                return List.of();
            }

            @Override
            public void keep(Path directory, JudgedRun run) throws IOException {
                throw new IOException("no space left");
            }
        });
        assertThat(code).isEqualTo(ExitCode.UNREACHABLE);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("results are not complete in")
                .contains("no space left");
    }

    @Test
    void a_results_folder_that_cannot_be_made_ends_the_command_before_anything_is_run() throws IOException {
        Path occupied = Files.writeString(folder.resolve("results"), "");
        CountingLoad load = new CountingLoad();
        assertThatThrownBy(() -> run(load, result -> List.of()))
                .isInstanceOfSatisfying(
                        CommandException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.UNREACHABLE))
                .hasMessageContaining("cannot make the run directory " + occupied);
        assertThat(load.opened()).isZero();
    }

    private ExitCode run(FrontEnd frontEnd) throws Exception {
        return run(new CountingLoad(), frontEnd);
    }

    private ExitCode run(CountingLoad load, FrontEnd frontEnd) throws Exception {
        return run(load, plan(), frontEnd);
    }

    private ExitCode run(CountingLoad load, LoadPlan plan, FrontEnd frontEnd) throws Exception {
        ProgressConsole console = new ProgressConsole(
                new PrintStream(err, true, StandardCharsets.UTF_8), new OutputScreen(false, false, false, 80), mode);
        RunTerms terms =
                new RunTerms(folder.resolve("results"), ErrorBudget.NONE, List.of(), List.of("bin/count", "--seed=7"));
        return new MeasuredRun(new PreparedLoad("execute", load, plan, info()), terms, console).execute(frontEnd);
    }

    private RunState state() {
        return recorded().state();
    }

    private RecordedRun recorded() {
        try {
            return RecordedRun.read(folder.resolve("results/latest"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static LoadPlan plan() {
        return new LoadPlan(
                2,
                new LoadPace.Closed(),
                OptionalLong.of(10),
                Optional.empty(),
                Duration.ZERO,
                Duration.ofSeconds(1),
                7,
                LoadPlan.Threads.PLATFORM,
                List.of());
    }

    /** Barrier of a database that does not tell its time. */
    private static final class Timeless implements ClientBarrier {
        private boolean closed;

        @Override
        public long nowMs() throws IOException {
            throw new IOException("db:5432: connection refused");
        }

        @Override
        public boolean enter(String run, int client, String host) {
            return true;
        }

        @Override
        public SortedMap<Integer, Long> entered(String run) {
            return new TreeMap<>();
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private static RunInfo info() {
        return new RunInfo(
                "counting", "none", List.of("bin/count"), 7, Map.of(), Map.of(), DatabaseInfo.NONE, Map.of());
    }
}
