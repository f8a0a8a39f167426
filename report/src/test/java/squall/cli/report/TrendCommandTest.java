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
import squall.report.Synthetic;

class TrendCommandTest {
    @TempDir
    private static Path results;

    private static final List<String> RUNS = new ArrayList<>();

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** Writes six runs as usual, then six with a third less. */
    @BeforeAll
    static void runs() throws IOException {
        for (int n = 0; n < 12; n++) {
            RUNS.add(Synthetic.disturbed(40, List.of("READ"), n < 6 ? 30 : 20)
                    .write(results, 100 + n)
                    .toString());
        }
    }

    @Test
    void the_run_that_everything_changed_with_is_named() {
        assertThat(trend(RUNS.reversed())).isZero();
        assertThat(err.toString()).isEmpty();
        String seventh = Path.of(RUNS.get(6)).getFileName().toString();
        assertThat(out.toString().lines().dropWhile(line -> !line.equals("Changes")))
                .anyMatch(line -> line.startsWith("measured.goodput_per_s  " + seventh) && line.endsWith("worse"));
    }

    @Test
    void json_has_the_place_of_each_change() throws IOException {
        assertThat(trend(RUNS, "--metric", "measured.goodput_per_s", "--format", "json"))
                .isZero();
        JsonNode json = new ObjectMapper().readTree(out.toString());
        assertThat(json.at("/courses/0/values")).hasSize(12);
        assertThat(json.at("/courses/0/changes/0").toString()).isEqualTo("{\"at\":6,\"worse\":true}");
        assertThat(json.at("/tables/changes/rows/0/number").asInt()).isEqualTo(7);
    }

    @Test
    void the_page_carries_its_runs() throws IOException {
        Path page = results.resolve("trend.html");
        assertThat(trend(RUNS, "--format", "html", "--out", page.toString())).isZero();
        assertThat(page).content().contains("<title>Trend of 12 runs", "id=\"charts\"");
        assertThat(Files.size(page)).isLessThan(200_000);
    }

    @Test
    void five_runs_are_no_trend() {
        assertThat(trend(RUNS.subList(0, 5))).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("error: no trend: 5 runs are too few for a trend, at least 6 are wanted\n");
    }

    /** Covers an old error: of {@code results/*}, which has the link to the latest run too, that run counted twice. */
    @Test
    void a_run_that_is_named_twice_is_refused() {
        assertThat(trend(Stream.concat(RUNS.stream(), Stream.of(RUNS.getLast())).toList()))
                .isEqualTo(2);
        assertThat(err.toString())
                .startsWith(
                        "error: cannot compare: run " + Path.of(RUNS.getLast()).getFileName() + " is named twice\n");
    }

    /** Covers an old error: of a clear step in too few runs the trend said that no change is shown. */
    @Test
    void a_step_in_fewer_than_ten_runs_cannot_be_told() {
        assertThat(trend(RUNS.subList(2, 10), "--metric", "measured.goodput_per_s"))
                .isZero();
        assertThat(out.toString()).contains("cannot tell: it takes 10 runs to show a change in 1 metric");
    }

    /** Covers an old error: JUnit XML had no test case, so that a build was green with any change for the worse. */
    @Test
    void junit_without_a_test_case_is_refused() {
        assertThat(trend(RUNS, "--format", "junit")).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString())
                .startsWith("error: --format must be one of text, markdown, csv, html, json, not 'junit'\n");
    }

    private int trend(List<String> runs, String... options) {
        CommandLine line = ReportCommand.line();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(Stream.of(Stream.of("trend"), runs.stream(), Stream.of(options))
                .flatMap(part -> part)
                .toArray(String[]::new));
    }
}
