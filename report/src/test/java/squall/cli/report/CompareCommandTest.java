package squall.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import squall.report.Small;
import squall.report.Synthetic;
import squall.results.Schema;

class CompareCommandTest {
    @TempDir
    private static Path results;

    private static List<String> usual;
    private static List<String> again;
    private static List<String> slow;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeAll
    static void runs() throws IOException {
        usual = write(30, 100);
        again = write(30, 200);
        slow = write(24, 300);
    }

    @Test
    void the_same_again_is_no_regression() {
        assertThat(compare(usual, again)).isZero();
        assertThat(err.toString()).isEmpty();
        assertThat(out.toString().lines())
                .contains("✓ pass: no regression is shown in 5 metrics")
                .filteredOn(line -> line.startsWith("measured.goodput_per_s  "))
                .first()
                .asString()
                .endsWith("~");
    }

    @Test
    void a_fifth_less_is_a_regression_with_exit_7() {
        assertThat(compare(usual, slow)).isEqualTo(7);
        assertThat(out.toString().lines())
                .anyMatch(line -> line.startsWith("✗ fail: regression in ") && line.contains("measured.goodput_per_s"))
                .filteredOn(line -> line.startsWith("measured.goodput_per_s  "))
                .first()
                .asString()
                .endsWith("0.040  worse");
    }

    @Test
    void json_is_one_document_with_numbers_as_numbers() throws IOException {
        compare(usual, slow, "--json", "--metric", "measured.p99_ms", "--metric", "*.READ.ok_per_s");
        JsonNode json = new ObjectMapper().readTree(out.toString());
        assertThat(json.at("/tables/comparison/rows"))
                .extracting(row -> row.path("metric").asText())
                .startsWith("measured.p99_ms", "measured.READ.ok_per_s", "warm-up.READ.ok_per_s");
        assertThat(json.at("/tables/details/rows/0/p").isNumber()).isTrue();
        assertThat(json.path("first")).hasSize(5);
        assertThat(Schema.complaints("comparison.schema.json", json)).isEmpty();
    }

    @Test
    void details_have_no_p_either_where_the_runs_are_too_few_for_any() throws IOException {
        compare(usual.subList(0, 1), again.subList(0, 1), "--json");
        JsonNode tables = new ObjectMapper().readTree(out.toString()).path("tables");
        assertThat(tables.at("/comparison/rows/0").has("p_holm")).isFalse();
        assertThat(tables.at("/details/rows/0").has("p")).isFalse();
    }

    @Test
    void junit_has_a_case_for_each_metric() {
        compare(usual, slow, "--format", "junit", "--names", "25.3,25.4");
        assertThat(out.toString())
                .contains("<testsuite name=\"comparison.25.4 against 25.3\" tests=\"5\"")
                .contains("name=\"measured.goodput_per_s is not worse\"><failure message=\"25.3 ");
    }

    @Test
    void csv_and_markdown_hold_the_same_table() {
        compare(usual, slow, "--format", "csv");
        compare(usual, slow, "--format", "markdown");
        assertThat(out.toString())
                .contains("comparison,0,measured.goodput_per_s,verdict,worse\n")
                .contains("| metric | A | B | ratio | [95 %] | p (Holm) | verdict |\n");
    }

    @Test
    void one_run_with_one_is_descriptive() {
        assertThat(compare(usual.subList(0, 1), slow.subList(0, 1))).isZero();
        assertThat(out.toString())
                .contains("! One run on each side: descriptive, no verdict.")
                .contains("cannot tell: 5 metrics need 5 runs on each side");
        assertThat(compare(usual.subList(0, 1), slow.subList(0, 1), "--fail-on-threshold"))
                .isEqualTo(7);
    }

    @Test
    void a_run_that_did_not_end_well_is_refused() throws IOException {
        String bad = Small.complete(results.resolve("bad")).toString();
        Path manifest = Path.of(bad, "manifest.json");
        Files.writeString(manifest, Files.readString(manifest).replace("\"complete\"", "\"invalid\""));
        assertThat(compare(usual, List.of(bad))).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("error: cannot compare: " + bad + " is invalid, only a complete run can be used\n");
    }

    @Test
    void what_cannot_be_meant_is_refused() {
        assertThat(compare(usual, slow, "--min-effect", "much")).isEqualTo(2);
        assertThat(compare(usual, slow, "--min-effect", "speed=5%")).isEqualTo(2);
        assertThat(compare(usual, slow, "--names", "one")).isEqualTo(2);
        assertThat(compare(usual, slow, "--format", "html")).isEqualTo(2);
        assertThat(err.toString())
                .contains("error: --min-effect must be like 5% or latency=10%, not 'much'\n")
                .contains("error: --min-effect: there is no kind 'speed'; known are throughput, latency, recovery, ")
                .contains("error: --names takes two names with a comma between them, not 'one'\n")
                .contains("error: --format html needs a file to write the page to: --out FILE\n");
    }

    @Test
    void the_page_is_light_and_asks_for_nothing() throws IOException {
        Path page = results.resolve("comparison.html");
        assertThat(compare(usual, slow, "--format", "html", "--out", page.toString()))
                .isEqualTo(7);
        assertThat(page)
                .content()
                .startsWith("<!doctype html>")
                .contains("<title>Comparison of A with B", "id=\"dot-chart\"", "id=\"curve-chart\"")
                .doesNotContainPattern("\\ssrc=|href=\"(?!#)|https?://");
        assertThat(Files.size(page)).isLessThan(200_000);
    }

    private static List<String> write(int perSecond, int seed) throws IOException {
        List<String> runs = new ArrayList<>();
        for (int n = 0; n < 5; n++) {
            runs.add(Synthetic.disturbed(40, List.of("READ", "UPDATE"), perSecond)
                    .write(results, seed + n)
                    .toString());
        }
        return runs;
    }

    private int compare(List<String> first, List<String> second, String... options) {
        CommandLine line = ReportCommand.line();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(
                Stream.of(Stream.of("compare"), first.stream(), Stream.of("--vs"), second.stream(), Stream.of(options))
                        .flatMap(part -> part)
                        .toArray(String[]::new));
    }
}
