package squall.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.experiment.SelectedExperiment.DatabaseAddress;
import squall.experiment.SelectedExperiment.PlannedStep;
import squall.report.table.PublishedFigures;
import squall.table.TableCell;

/** Comparison of the experiment {@code paper-workloads} with what the white paper printed and the files of {@code workloads/whitepaper}. */
class PaperWorkloadsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Map<String, String> STEPS = Map.of(
            "pure inserts", "pure-inserts",
            "pure queries", "pure-queries",
            "updates and queries", "updates-queries",
            "index inserts", "index-inserts",
            "index reads", "index-reads",
            "transactions", "distributed-txn");

    private static List<PlannedStep> steps(String database) throws Exception {
        ExperimentSpec spec = new ExperimentLibrary(ROOT.resolve("experiments")).find("paper-workloads");
        return SelectedExperiment.of(
                        spec, "full", new DatabaseAddress(Optional.of(database), Optional.empty(), Optional.empty()))
                .steps(Map.of());
    }

    /** Returns each option with its value. */
    private static List<String> options(PlannedStep step) {
        List<String> options = new ArrayList<>(
                List.of(String.join(" ", step.words().arguments()).split(" (?=--)", -1)));
        options.remove("--truncate");
        return options;
    }

    private static List<String> file(String step, String api) throws Exception {
        return Files.readAllLines(ROOT.resolve("workloads/whitepaper/wp-" + step + "-" + api));
    }

    @ParameterizedTest
    @CsvSource({"postgres, sql", "cockroachdb, sql", "cassandra, ycql", "yugabytedb, ycql"})
    void at_full_scale_each_step_has_the_options_of_its_file(String database, String api) throws Exception {
        for (PlannedStep step : steps(database)) {
            assertThat(options(step))
                    .describedAs(step.key())
                    .containsExactlyInAnyOrderElementsOf(file(step.key(), api).stream()
                            .filter(line -> !line.startsWith("#"))
                            .toList());
        }
    }

    @ParameterizedTest
    @CsvSource({"cockroachdb, sql", "yugabytedb, ycql"})
    void every_file_carries_its_caveats_and_what_was_published(String database, String api) throws Exception {
        for (PlannedStep step : steps(database)) {
            assertThat(String.join("\n", file(step.key(), api)))
                    .contains("# Published: ", "# Isolation: ", "# Caveats:\n# - ");
        }
    }

    @Test
    void threads_and_keys_at_full_scale_are_the_published_ones() throws Exception {
        for (Map<String, TableCell> row : rows("paper-results")) {
            PlannedStep step = steps(text(row, "system")).stream()
                    .filter(planned -> planned.key().equals(STEPS.get(text(row, "experiment"))))
                    .findFirst()
                    .orElseThrow();

            assertThat(options(step))
                    .describedAs(row.toString())
                    .contains("--num_threads_" + text(row, "operation") + " " + text(row, "threads"))
                    .containsAnyOf("--num_unique_keys " + text(row, "keys"), "--num_reads " + text(row, "keys"));
        }
    }

    /** Compares the commands without the address, the log file and the warm-up. */
    @ParameterizedTest
    @CsvSource({"cockroachdb", "yugabytedb"})
    void the_commands_that_the_paper_prints_are_two_of_the_steps(String system) throws Exception {
        String printed = rows("paper-commands").stream()
                .filter(row -> text(row, "system").equals(system))
                .map(row -> text(row, "command"))
                .findFirst()
                .orElseThrow();

        List<String> options = options(steps(system).getFirst());
        assertThat(options.remove("--warmup 60")).isTrue();
        assertThat(printed.replaceFirst(" --nodes \\S+", "").split(" (?=--)", -1))
                .filteredOn(option -> option.startsWith("--"))
                .containsExactlyInAnyOrderElementsOf(options);
    }

    private static List<Map<String, TableCell>> rows(String table) {
        return PublishedFigures.load().find(table).orElseThrow().byColumn();
    }

    private static String text(Map<String, TableCell> row, String column) {
        return Objects.requireNonNull(row.get(column), column).text();
    }
}
