package squall.apps.paper;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.apps.paper.PaperCommand.SampleAppRunner;
import squall.cli.CommandEnvironment;
import squall.system.CommandException;
import squall.system.ExitCode;

/** The command with workloads that only say how they end. */
class PaperCommandTest {
    private static final String TARGET = " --target jdbc:postgresql://127.0.0.1:1/none";

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final List<List<String>> ran = new ArrayList<>();

    @Test
    void experiments_run_in_the_order_of_the_paper_whatever_the_order_of_their_names() {
        assertThat(run("--scale 0.001 --only wp-index-reads-sql,wp-pure-inserts" + TARGET, ExitCode.OK, ExitCode.OK))
                .isZero();

        assertThat(ran.stream().map(words -> words.get(1))).containsExactly("SqlInserts", "SqlSecondaryIndex");
        assertThat(err.toString(UTF_8)).contains("wp-pure-inserts-sql: --workload SqlInserts --nouuid ");
    }

    @Test
    void each_has_a_folder_of_results_under_that_of_the_whole_where_the_tables_are() throws IOException {
        run("--only wp-distributed-txn" + TARGET, ExitCode.OK);

        Path whole = whole();
        assertThat(ran.getFirst())
                .containsSequence("--url", "jdbc:postgresql://127.0.0.1:1/none", "--results")
                .contains(whole.resolve("wp-distributed-txn-sql").toString());
        assertThat(whole).isDirectoryContaining("glob:**/white-paper.{md,csv,json}");
        assertThat(Files.readString(whole.resolve("white-paper.csv")))
                .contains("transactions,ycql,here,,,,,,N/A: no target speaks ycql\n");
    }

    @Test
    void what_stands_behind_two_dashes_goes_to_every_experiment() {
        run("--only wp-index-inserts-sql --run_time 5 --truncate" + TARGET + " -- --username me", ExitCode.OK);

        assertThat(ran.getFirst())
                .containsSequence("--run_time", "5")
                .contains("--truncate")
                .endsWith("--username", "me");
    }

    @Test
    void an_interrupt_ends_the_series_and_keeps_what_is_done() throws IOException {
        assertThat(run("--scale 0.001" + TARGET, ExitCode.OK, ExitCode.INTERRUPTED))
                .isEqualTo(130);

        assertThat(ran).hasSize(2);
        assertThat(Files.readString(whole().resolve("white-paper.csv")))
                .contains(
                        "pure queries,sql,here,192,,,,,N/A: exit 130\n",
                        "transactions,sql,here,,,,,,N/A: not reached\n");
        assertThat(out.toString(UTF_8)).startsWith("white-paper: ");
    }

    @Test
    void the_worst_exit_code_is_the_commands() {
        assertThat(run("--only wp-pure-inserts,wp-pure-queries" + TARGET, ExitCode.DATA, ExitCode.EXPECTATION))
                .isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--scale 0 | --scale must be a number in (0, 1], not 0",
                "--thread_scale 2 | --thread_scale must be a number in (0, 1], not 2",
                "--only wp-pure-insert | --only must be names of experiments, wp-pure-inserts, ",
                "--target http://me | --target: an address begins with jdbc: or cql://, not 'http://me'",
                "--target jdbc:a:b --target jdbc:c:d | --target: jdbc:c:d speaks sql as another does: give one for each API",
                "--target moon | --target must be an address or one of [",
                "--target cql://me:1 --only wp-pure-inserts-sql | no experiment can be run: wp-pure-inserts-sql: no target speaks sql",
                "--target jdbc:a:b -- --forbidden | refused: --forbidden",
            })
    void what_cannot_be_done_is_refused_before_anything_runs(String line, String message) {
        assertThat(run(line)).isEqualTo(2);

        assertThat(err.toString(UTF_8)).startsWith("error: " + message);
        assertThat(ran).isEmpty();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void a_folder_without_the_experiments_is_refused_before_anything_runs() {
        assertThat(run("--experiments nowhere")).isEqualTo(2);

        assertThat(err.toString(UTF_8))
                .startsWith("error: " + folder.resolve("nowhere/wp-pure-inserts-ycql") + ": no such file or folder");
        assertThat(ran).isEmpty();
        assertThat(folder).isEmptyDirectory();
    }

    private int run(String line, ExitCode... codes) {
        List<String> words = new ArrayList<>(Arrays.asList(line.split(" ")));
        if (!words.contains("--experiments")) {
            words.addAll(0, List.of("--experiments", ExperimentConfigTest.SHIPPED.toString()));
        }
        return PaperCommand.execute(
                words,
                new CommandEnvironment(
                        new ByteArrayInputStream(new byte[0]),
                        new PrintStream(out, true, UTF_8),
                        new PrintStream(err, true, UTF_8),
                        Map.of(),
                        Optional.empty(),
                        folder),
                new Scripted(ran, List.of(codes).iterator()));
    }

    private Path whole() throws IOException {
        try (Stream<Path> folders = Files.list(folder.resolve("results"))) {
            return folders.findFirst().orElseThrow();
        }
    }

    /** Has the workloads over SQL; the n-th run ends as it is told to, and leaves nothing. */
    private record Scripted(List<List<String>> ran, Iterator<ExitCode> codes) implements SampleAppRunner {
        @Override
        public boolean has(String workload) {
            return workload.startsWith("Sql");
        }

        @Override
        public void check(List<String> words) throws CommandException {
            if (words.contains("--forbidden")) {
                throw new CommandException(ExitCode.USAGE, "refused: --forbidden");
            }
        }

        @Override
        public ExitCode run(List<String> words) {
            ran.add(words);
            return codes.next();
        }
    }
}
