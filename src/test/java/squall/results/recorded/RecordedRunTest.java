package squall.results.recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static squall.results.Runs.READ;
import static squall.results.Runs.microseconds;
import static squall.results.Runs.second;
import static squall.results.Runs.tick;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.results.Directories;
import squall.results.RunDirectory;
import squall.results.Schema;
import squall.results.file.CanonicalJson;
import squall.results.file.RunState;
import squall.system.HumanNumbers;
import squall.system.InvalidFileException;

class RecordedRunTest {
    @TempDir
    private Path results;

    @Test
    void a_run_that_is_under_way_can_be_read() throws IOException {
        RunDirectory directory = Directories.running(results);
        directory.closed(tick(0, second(READ, microseconds(1_000))));

        RecordedRun recorded = RecordedRun.read(directory.path());
        assertThat(recorded.state()).isEqualTo(RunState.RUNNING);
        assertThat(recorded.summary()).isEmpty();
        assertThat(recorded.seconds())
                .containsExactly(new RecordedSecond(
                        0,
                        "steady",
                        "READ",
                        1,
                        0,
                        0,
                        0,
                        1,
                        1,
                        OptionalDouble.of(1),
                        OptionalDouble.of(1),
                        OptionalDouble.of(1),
                        8,
                        1.5,
                        0,
                        OptionalDouble.empty(),
                        OptionalDouble.empty()));
        assertThat(Schema.complaints("manifest.schema.json", CanonicalJson.tree(recorded.manifest())))
                .isEmpty();
        directory.close();
    }

    @Test
    void a_run_whose_process_was_killed_is_aborted_and_its_torn_last_line_is_left_out() throws IOException {
        RunDirectory directory = Directories.running(results);
        directory.closed(tick(0, second(READ, microseconds(1_000))));
        Path killed = results.resolve("killed");
        Directories.copy(directory.path(), killed);
        directory.close();
        Path manifest = killed.resolve("manifest.json");
        Files.writeString(
                manifest, Files.readString(manifest).replaceFirst("\"started_at_ms\" : \\d+", "\"started_at_ms\" : 1"));
        Path seconds = killed.resolve("timeseries.csv");
        Files.writeString(seconds, Files.readString(seconds) + "1,17952624020");

        RecordedRun recorded = RecordedRun.read(killed);
        assertThat(recorded.state()).isEqualTo(RunState.ABORTED);
        assertThat(recorded.seconds()).hasSize(1);
    }

    @Test
    void a_damaged_time_series_is_refused_with_the_line() throws IOException {
        RunDirectory directory = Directories.running(results);
        directory.close();
        Path seconds = directory.path().resolve("timeseries.csv");
        Directories.unlisted(directory.path());
        Files.writeString(seconds, Files.readString(seconds) + "1,2,3\n");
        assertThatThrownBy(() -> RecordedRun.read(directory.path()).seconds())
                .isInstanceOf(IOException.class)
                .hasMessage(seconds + ":2: 3 cells, wanted 22");
    }

    /** Covers an old error: such a run was reported as one that had not come to its end, with other figures and exit code 0. */
    @Test
    void an_ended_run_that_lost_its_summary_is_refused() throws IOException {
        Directories.copy(Path.of("test/resources/squall/golden/ycsb-run"), results);
        Path summary = results.resolve("summary.json");
        Files.delete(summary);
        assertThatThrownBy(() -> RecordedRun.read(results))
                .isInstanceOf(InvalidFileException.class)
                .hasMessage(summary
                        + " is missing, but was there when the run ended; take the file from a copy of the run");
    }

    /** Cuts a file: the first lines of a series are in good form, and the missing ones would become figures that were never measured. */
    @ParameterizedTest
    @CsvSource({
        "ycsb-run, timeseries.csv",
        "ycsb-run, errors.csv",
        "ycsb-run, latency.hlog",
        "ycsb-run, histograms.hlog",
        "ycsb-run, server/metrics.csv",
        "tpcc, figures.json"
    })
    void a_file_that_is_not_as_it_was_when_the_run_ended_is_refused(String golden, String name) throws IOException {
        Directories.copy(Path.of("test/resources/squall/golden", golden), results);
        Path file = results.resolve(name);
        read(results);
        List<String> lines = Files.readAllLines(file);
        long before = Files.size(file);

        Files.write(file, lines.subList(0, lines.size() / 2));
        assertThatThrownBy(() -> read(results))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageStartingWith(file + " is damaged: it has ")
                .hasMessageEndingWith(", but had " + HumanNumbers.count(before)
                        + " when the run ended; take the file from a copy of the run");
        Files.delete(file);
        assertThatThrownBy(() -> read(results))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageStartingWith(file + " is damaged: it has 0 bytes, but had ");
    }

    private static void read(Path directory) throws IOException {
        RecordedRun run = RecordedRun.read(directory);
        run.seconds();
        run.errors();
        run.events();
        run.latency(interval -> {});
        run.histograms();
        run.readings();
        run.figures();
        run.isolation();
    }

    @Test
    void a_folder_that_is_no_run_directory_is_said_to_be_none() {
        assertThatThrownBy(() -> RecordedRun.read(results))
                .isInstanceOf(IOException.class)
                .hasMessage(results + " is no run directory: it has no manifest.json");
    }

    @Test
    void a_run_directory_that_does_not_exist_is_not_said_to_lack_a_file() {
        Path missing = results.resolve("frobnicate");
        assertThatThrownBy(() -> RecordedRun.read(missing)).hasMessage("there is no run directory " + missing);
    }
}
