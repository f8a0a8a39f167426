package squall.report.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
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
        assertThat(run("merge", Clients.one(results), results.toString())).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("error: cannot merge: " + results + " is no run directory: it has no manifest.json\n");
    }

    @Test
    void one_run_is_too_few() throws IOException {
        assertThat(run("merge", Clients.one(results))).isEqualTo(2);
    }

    @Test
    void a_skew_that_is_no_time_is_refused() throws IOException {
        assertThat(run("merge", Clients.one(results), Clients.other(results), "--skew", "soon"))
                .isEqualTo(2);
        assertThat(err.toString())
                .startsWith("error: --skew must be a duration such as 250ms, 30s, 5m or 2h, not 'soon'\n");
    }

    @Test
    void without_a_name_the_published_tables_are_listed() {
        assertThat(run("reference")).isZero();
        assertThat(out.toString().lines())
                .contains(
                        "  paper-results            White paper: the six experiments",
                        "  (only a chart: workload C after the load of 1B rows; disk use; backpressure)");
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
    void a_table_that_nobody_published_is_refused_with_the_nearest_name() {
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
