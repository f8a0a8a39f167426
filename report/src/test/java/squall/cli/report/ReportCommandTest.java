package squall.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import squall.cli.CommandEnvironment;
import squall.cli.report.ReportCommand.ResultLocations;
import squall.report.Small;
import squall.report.table.PublishedFigures;
import squall.results.merge.Clients;

class ReportCommandTest {
    @TempDir
    private Path results;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void merging_prints_the_figures_of_all_and_where_they_are() throws IOException {
        Path out = results.resolve("merged");
        int code = run("merge", Clients.one(results), Clients.other(results), "--out", out.toString());

        assertThat(err.toString()).isEmpty();
        assertThat(code).isZero();
        assertThat(this.out.toString().lines())
                .anyMatch(line -> line.startsWith("tpmC "))
                .anyMatch(line -> line.startsWith("READ "))
                .anyMatch(line -> line.startsWith("results    " + out));
        assertThat(out.resolve("latest/summary.json")).exists();
    }

    @Test
    void json_is_one_document_and_nothing_else() throws IOException {
        run("merge", Clients.one(results), Clients.other(results), "--out", results.toString(), "--json");
        assertThat(out.toString())
                .isEqualToIgnoringWhitespace(Files.readString(results.resolve("latest/summary.json")));
    }

    @Test
    void runs_that_are_not_alike_are_refused_with_2_and_nothing_is_written() throws IOException {
        Path out = results.resolve("merged");
        String one = Clients.one(results);
        assertThat(run("merge", one, one, "--out", out.toString())).isEqualTo(2);
        assertThat(err.toString())
                .isEqualTo("error: cannot merge: run " + Path.of(one).getFileName()
                        + " is named twice\nexit 2: usage or configuration error\n");
        assertThat(out).doesNotExist();
    }

    @Test
    void a_folder_that_is_no_run_is_refused() throws IOException {
        Path empty = Files.createDirectory(results.resolve("empty"));
        assertThat(run("merge", Clients.one(results), empty.toString())).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("error: cannot merge: " + empty
                        + " is no run directory (it has no manifest.json) and has none in it\n");
    }

    @Test
    void one_run_is_too_few() throws IOException {
        assertThat(run("merge", Clients.one(results))).isEqualTo(2);
        assertThat(err.toString()).startsWith("error: cannot merge: there is only one run: ");
    }

    @Test
    void a_skew_that_is_no_time_is_refused() throws IOException {
        assertThat(run("merge", Clients.one(results), Clients.other(results), "--skew", "soon"))
                .isEqualTo(2);
        assertThat(err.toString())
                .startsWith("error: --skew must be a duration such as 250ms, 30s, 5m or 2h, not 'soon'\n");
    }

    @Test
    void a_run_is_shown_as_a_page_in_its_directory() throws IOException {
        Path run = Small.complete(results);
        assertThat(run(run.toString())).isZero();
        assertThat(out.toString()).isEqualTo("report     " + run.resolve("report.html") + "\n");
        assertThat(run.resolve("report.html")).content().startsWith("<!doctype html>");
    }

    @Test
    void another_format_is_printed_unless_a_file_is_named() throws IOException {
        Path run = Small.complete(results);
        assertThat(run(run.toString(), "--format", "junit")).isZero();
        assertThat(out.toString()).startsWith("<?xml");

        Path file = results.resolve("report.xml");
        assertThat(run(run.toString(), "--format", "junit", "--out", file.toString()))
                .isZero();
        assertThat(file).content().startsWith("<?xml");
        assertThat(run.resolve("report.html")).doesNotExist();
    }

    @Test
    void no_run_several_for_one_file_and_no_run_directory_are_refused() throws IOException {
        String run = Small.complete(results).toString();
        assertThat(run()).isEqualTo(2);
        assertThat(run(run, run, "--out", "x.html")).isEqualTo(2);
        assertThat(run(run, run, "--format", "json")).isEqualTo(2);
        assertThat(run(results.toString())).isEqualTo(2);
        assertThat(err.toString())
                .contains("error: which run? Name run directories; results/latest is the newest\n")
                .contains("error: 2 runs are named, but --out and formats other than html take one\n")
                .contains("error: " + results + " is no run directory: it has no manifest.json\n");
    }

    /** Covers an old error: --open yes was ignored where no file was written. */
    @Test
    void a_browser_for_a_report_that_is_printed_is_refused() throws IOException {
        assertThat(run(Small.complete(results).toString(), "--format", "text", "--open", "yes"))
                .isEqualTo(2);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString())
                .startsWith("error: --open yes shows a file, but --format text goes to standard output: name a file"
                        + " with --out FILE, or leave one of them out\n");
    }

    /** Covers an old error: with SQUALL_RESULTS set but empty, serve, import and repeat used the current folder. */
    @ParameterizedTest
    @CsvSource({"'', results", "runs, runs"})
    void an_empty_variable_means_the_usual_folder(String variable, Path folder) {
        PrintStream none = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        CommandEnvironment environment = new CommandEnvironment(
                InputStream.nullInputStream(),
                none,
                none,
                Map.of("SQUALL_RESULTS", variable),
                Optional.empty(),
                Path.of(""));
        assertThat(ResultLocations.of(environment)).isEqualTo(folder);
    }

    @Test
    void a_page_that_cannot_be_written_is_said_with_5() throws IOException {
        Path run = Small.complete(results);
        assertThat(run(
                        run.toString(),
                        "--out",
                        results.resolve("no/such/folder.html").toString()))
                .isEqualTo(5);
        assertThat(err.toString()).contains("; --out names another\nexit 5: ");
    }

    @Test
    void without_a_name_the_published_tables_are_listed() {
        assertThat(run("reference")).isZero();
        assertThat(out.toString().lines())
                .filteredOn(line -> line.matches("  [a-z0-9-]+ .*"))
                .hasSize(PublishedFigures.load().tables().size())
                .contains("  paper-results            White paper: the six experiments");
    }

    @Test
    void a_published_table_is_printed_with_its_caveats() {
        assertThat(run("reference", "thesis-row-check", "--format", "csv")).isZero();
        assertThat(out.toString().lines())
                .startsWith("inserts,dead_node,rows_after,row_equals_id,tested_row", "2000,yes,2000,yes,245");
        assertThat(run("reference", "thesis-row-check")).isZero();
        assertThat(out.toString()).contains("! One random row was tested in each run.");
    }

    @Test
    void an_unpublished_table_is_refused_with_the_nearest_name() {
        assertThat(run("reference", "paper-result")).isEqualTo(2);
        assertThat(err.toString())
                .startsWith(
                        "error: there is no table 'paper-result'; did you mean 'paper-results'? (bin/report reference"
                                + " lists them)\n");
    }

    private int run(String... arguments) {
        CommandLine line = ReportCommand.line();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(arguments);
    }
}
