package squall.results;

import static org.assertj.core.api.Assertions.assertThat;
import static squall.results.Runs.LOST;
import static squall.results.Runs.READ;
import static squall.results.Runs.SERIALIZATION;
import static squall.results.Runs.microseconds;
import static squall.results.Runs.second;
import static squall.results.Runs.summary;
import static squall.results.Runs.tick;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.engine.RunResult;
import squall.engine.schedule.RunEnding;
import squall.results.file.CanonicalJson;
import squall.results.file.RunState;
import squall.results.recorded.RecordedRun;
import squall.spi.CheckResult;
import squall.system.ExitCode;
import squall.verdict.ErrorBudget;
import squall.verdict.ExitReasons;

/** Test of a run directory's record of how the run ended. */
class RunEndTest {
    @TempDir
    private Path results;

    @Test
    void all_reasons_for_an_exit_stand_in_the_summary() throws Exception {
        RunResult failing = Runs.result(
                new RunEnding.Complete(), summary(READ, microseconds(1_000), Map.of(SERIALIZATION, 2L, LOST, 1L)));
        List<CheckResult> checks = List.of(new CheckResult("rows", CheckResult.Verdict.FAILED, "2 lost"));
        ExitReasons codes = ExitReasons.of(failing, checks, ErrorBudget.NONE);
        RunDirectory directory = Directories.running(results);
        directory.finish(failing, checks, codes);

        JsonNode json = CanonicalJson.read(directory.path().resolve("summary.json"));
        assertThat(json.path("exit_code").asInt()).isEqualTo(4);
        assertThat(json.path("exit_codes").toString())
                .isEqualTo(
                        "[{\"code\":3,\"reason\":\"3 of 4 operations failed (75.00 %), the error budget is 0.00 %\"},"
                                + "{\"code\":4,\"reason\":\"rows failed: 2 lost\"}]");
        assertThat(json.path("errors").toString())
                .isEqualTo(
                        "[{\"operation\":\"READ\",\"class\":\"connection\",\"sqlstate\":\"08006\",\"outcome\":\"unknown\","
                                + "\"count\":1,\"message\":\"I/O error at jdbc:postgresql://h/db?password=***\"},"
                                + "{\"operation\":\"READ\",\"class\":\"serialization\",\"sqlstate\":\"40001\",\"outcome\":\"refused\","
                                + "\"count\":2,\"message\":\"could not serialize access\"}]");
    }

    @Test
    void an_interrupted_run_is_aborted() throws Exception {
        RunResult stopped =
                Runs.result(new RunEnding.Interrupted("SIGINT"), summary(READ, microseconds(1_000), Map.of()));
        RunDirectory directory = Directories.running(results);
        directory.finish(stopped, List.of(), ExitReasons.of(stopped, List.of(), ErrorBudget.NONE));
        assertThat(RecordedRun.read(directory.path()).state()).isEqualTo(RunState.ABORTED);
    }

    @Test
    void a_directory_that_is_closed_without_an_end_is_aborted() throws IOException {
        RunDirectory directory = Directories.running(results);
        directory.close();
        assertThat(RecordedRun.read(directory.path()).manifest().state()).isEqualTo(RunState.ABORTED);
    }

    @Test
    void a_file_that_cannot_be_written_does_not_stop_the_run_but_makes_it_invalid() throws Exception {
        RunDirectory directory = RunDirectory.create(results, Directories.info(), Directories.NOON);
        Files.createDirectory(directory.path().resolve("timeseries.csv"));
        directory.started(Directories.STARTED_AT_MS);
        directory.closed(tick(0, second(READ, microseconds(1_000))));
        RunResult result = Runs.result(new RunEnding.Complete(), summary(READ, microseconds(1_000), Map.of()));

        ExitReasons codes = directory.judged(ExitReasons.of(result, List.of(), ErrorBudget.NONE));
        assertThat(codes.worst()).isEqualTo(ExitCode.UNREACHABLE);
        assertThat(codes.lines())
                .singleElement()
                .asString()
                .contains("results are not complete in")
                .contains("timeseries.csv");
        directory.finish(result, List.of(), codes);
        assertThat(CanonicalJson.read(directory.path().resolve("manifest.json"))
                        .path("state")
                        .asText())
                .isEqualTo("invalid");
    }

    @Test
    void a_summary_that_cannot_be_written_is_a_reason_and_the_rest_is_written() throws Exception {
        RunDirectory directory = Directories.running(results);
        Files.createDirectories(directory.path().resolve("summary.json").resolve("in the way"));
        RunResult result = Runs.result(new RunEnding.Complete(), summary(READ, microseconds(1_000), Map.of()));

        ExitReasons codes = directory.finish(result, List.of(), ExitReasons.OK);
        assertThat(codes.worst()).isEqualTo(ExitCode.UNREACHABLE);
        assertThat(directory.judged(codes)).isEqualTo(codes);
        assertThat(Directories.listing(directory.path())).contains("summary.csv", "summary.md", "phases.json");
    }

    @Test
    void files_of_a_front_end_are_kept_and_hashed_like_the_others() throws Exception {
        RunDirectory directory = Directories.running(results);
        directory.keep(path -> Files.writeString(path.resolve("tpcc.csv"), "wh,tpmc\n"));
        RunResult result = Runs.result(new RunEnding.Complete(), summary(READ, microseconds(1_000), Map.of()));
        assertThat(directory.finish(result, List.of(), ExitReasons.OK)).isEqualTo(ExitReasons.OK);
        assertThat(RecordedRun.read(directory.path()).manifest().artefacts().orElseThrow())
                .extracting(Manifest.Artefact::path)
                .contains("tpcc.csv");
    }
}
