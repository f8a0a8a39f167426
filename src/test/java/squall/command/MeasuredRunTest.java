package squall.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.check.DataCheck;
import squall.cli.CommandException;
import squall.cli.ErrorBudget;
import squall.cli.ExitCode;
import squall.cli.JudgedRun;
import squall.cli.Screen;
import squall.cli.progress.Console;
import squall.cli.progress.Mode;
import squall.results.RecordedRun;
import squall.results.RunInfo;
import squall.results.RunState;
import squall.run.Pace;
import squall.run.Plan;
import squall.run.RunListener;
import squall.run.RunResult;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;
import squall.spi.Database;

class MeasuredRunTest {
    @TempDir
    private Path folder;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

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
        assertThat(recorded().manifest().path("artefacts").findValuesAsText("path"))
                .contains("own.csv");
        assertThat(recorded().manifest().path("threads").asInt()).isEqualTo(2);
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
        Console console = new Console(
                new PrintStream(err, true, StandardCharsets.UTF_8), new Screen(false, false, false, 80), Mode.PLAIN);
        Terms terms = new Terms(folder.resolve("results"), ErrorBudget.NONE, List.of("bin/count", "--seed=7"));
        return new MeasuredRun(new Job("execute", load, plan(), info()), terms, console).execute(frontEnd);
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

    private static Plan plan() {
        return new Plan(
                2,
                new Pace.Closed(),
                OptionalLong.of(10),
                Optional.empty(),
                Duration.ZERO,
                Duration.ofSeconds(1),
                7,
                Plan.Threads.PLATFORM,
                List.of());
    }

    private static RunInfo info() {
        return new RunInfo("counting", "none", List.of("bin/count"), 7, Map.of(), Map.of(), Database.NONE, Map.of());
    }
}
