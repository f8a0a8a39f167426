package squall.apps.paper;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.apps.paper.PaperCommand.ExperimentSelection;
import squall.report.table.PublishedFigures;

class ExperimentConfigTest {
    /** Tests run in the folder of the module. */
    static final Path SHIPPED = Path.of("../whitepaper").toAbsolutePath().normalize();

    private static final PaperScale THOUSANDTH = new PaperScale(new BigDecimal("0.001"), new BigDecimal("0.25"));

    @TempDir
    private Path folder;

    @Test
    void every_file_is_an_experiment_and_every_experiment_has_its_file() throws Exception {
        List<ExperimentConfig> configs = new ExperimentSelection(SHIPPED, List.of()).configs();

        try (Stream<Path> files = Files.list(SHIPPED)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(
                            configs.stream().map(ExperimentConfig::name).toList())
                    .hasSize(12);
        }
    }

    @Test
    void threads_and_keys_are_the_published_ones() throws Exception {
        for (PublishedRow row : PublishedRow.all()) {
            ExperimentConfig config = ExperimentConfig.read(SHIPPED, row.experiment(), row.api());
            assertThat(config.threads(row.kind())).describedAs(row.label()).isEqualTo(row.threads());
        }
    }

    /** Printed with the address and a log file, and without a warm-up. */
    @Test
    void the_two_commands_that_the_paper_prints_are_two_of_the_files() throws Exception {
        for (PaperApi api : PaperApi.values()) {
            String printed = PublishedFigures.load().find("paper-commands").orElseThrow().byColumn().stream()
                    .map(row -> requireNonNull(row.get("command")).text())
                    .filter(command -> command.contains(api == PaperApi.SQL ? "Sql" : "Cassandra"))
                    .findFirst()
                    .orElseThrow();
            ExperimentConfig config = ExperimentConfig.read(SHIPPED, PaperExperiment.PURE_INSERTS, api);
            Map<String, String> options = new HashMap<>(config.options());
            assertThat(options.remove("warmup")).isEqualTo("60");
            options.forEach((name, value) -> assertThat(printed).contains(("--" + name + " " + value).strip()));
            assertThat(printed.split("--", -1))
                    .hasSize(options.size() + 2); // --nodes, and what stands before the first
        }
    }

    @Test
    void every_file_carries_its_caveats_and_what_was_published() throws IOException {
        for (PaperExperiment experiment : PaperExperiment.values()) {
            for (PaperApi api : PaperApi.values()) {
                assertThat(Files.readString(SHIPPED.resolve(experiment.name(api))))
                        .contains("# Published: ", "# Isolation: ", "# Caveats:\n# - ");
            }
        }
    }

    @Test
    void a_thousandth_has_a_thousandth_of_keys_and_operations_and_no_warm_up() throws Exception {
        assertThat(ExperimentConfig.read(SHIPPED, PaperExperiment.PURE_INSERTS, PaperApi.SQL)
                        .scaled(THOUSANDTH)
                        .words())
                .containsExactly(
                        "--workload",
                        "SqlInserts",
                        "--nouuid",
                        "--num_threads_read",
                        "0",
                        "--num_threads_write",
                        "64",
                        "--num_unique_keys",
                        "50000",
                        "--num_writes",
                        "50000");
        assertThat(ExperimentConfig.read(SHIPPED, PaperExperiment.UPDATES_QUERIES, PaperApi.SQL)
                        .scaled(THOUSANDTH)
                        .words())
                .containsExactly(
                        "--workload",
                        "SqlUpdates",
                        "--end_with_writes",
                        "--max_written_key",
                        "49999",
                        "--nouuid",
                        "--num_reads",
                        "-1",
                        "--num_threads_read",
                        "32",
                        "--num_threads_write",
                        "16",
                        "--num_unique_keys",
                        "50000",
                        "--num_writes",
                        "1000");
    }

    @Test
    void however_small_the_scale_one_of_each_is_left() throws Exception {
        ExperimentConfig config = ExperimentConfig.read(SHIPPED, PaperExperiment.INDEX_READS, PaperApi.YCQL)
                .scaled(new PaperScale(new BigDecimal("1e-9"), new BigDecimal("1e-9")));

        assertThat(config.options())
                .containsEntry("max_written_key", "0")
                .containsEntry("num_reads", "1")
                .containsEntry("num_threads_read", "1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nouuid", "--num_writes 5 6", "--nouuid\n--nouuid"})
    void a_line_that_is_no_option_is_named(String lines) throws IOException {
        Files.writeString(folder.resolve("wp-pure-inserts-sql"), "# a comment\n" + lines + "\n");

        assertThatThrownBy(() -> ExperimentConfig.read(folder, PaperExperiment.PURE_INSERTS, PaperApi.SQL))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(folder.resolve("wp-pure-inserts-sql") + ":")
                .hasMessageContaining(": must be one option with its value, which no other line has, not '");
    }
}
