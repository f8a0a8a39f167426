package squall.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import squall.check.isolation.Anomaly;
import squall.results.Directories;
import squall.results.IsolationRecords;
import squall.results.Schema;
import squall.results.file.CanonicalJson;

/** The adversity card of a recorded run of bin/adversity. */
class CardCommandTest {
    private static final Path RUN = Path.of("../src/test/resources/squall/golden/adversity");

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void json_keeps_its_schema_and_has_numbers_as_numbers() throws IOException {
        for (List<String> words : List.of(List.of("pg=" + RUN, "--json"), List.of(RUN.toString(), "--format=json"))) {
            JsonNode tables = card(words);
            assertThat(tables)
                    .hasSize(3)
                    .allSatisfy(table -> assertThat(table.path("rows")).isNotEmpty());
            assertThat(tables.at("/0/rows/0/back_after_healing_s").isNumber()).isTrue();
            assertThat(tables.at("/1/rows/0/score").isNumber()).isTrue();
        }
    }

    @Test
    void a_recovery_that_was_cut_off_is_a_lower_bound_for_programs_too() throws IOException {
        Path run = cutOff();
        assertThat(card(List.of("pg=" + run, "--json")).at("/0/rows/0/back_after_healing_s"))
                .hasToString("[3,null]");

        JsonNode report = CanonicalJson.read("report", report(run.toString(), "--format", "json"));
        assertThat(report.findValues("from_healing_s"))
                .isNotEmpty()
                .allSatisfy(back -> assertThat(back).hasToString("[3,null]"));
        assertThat(report(run.toString(), "--format", "csv"))
                .contains(
                        "scorecard,0,kill,back_from_healing_s,\"> 3, cut off by the next injection\"\n",
                        "recovery,0,kill,from_healing_s,\"> 3.00, cut off by the next injection\"\n");
    }

    @Test
    void isolation_that_was_judged_is_in_the_card_with_the_share_of_reads() throws IOException {
        Path judged = cutOff();
        IsolationRecords.write(judged, Map.of(Anomaly.LOST_UPDATE, 2L));
        JsonNode scores =
                card(List.of("judged=" + judged, "not=" + RUN, "--json")).get(1);
        assertThat(scores.at("/rows/0/isolation").asText()).isEqualTo("violated: lost update (2)");
        assertThat(scores.at("/rows/0/judged_reads_pct").doubleValue()).isEqualTo(93.9);
        assertThat(scores.at("/rows/1/isolation").isMissingNode()).isTrue();
        assertThat(scores.at("/rows/1/judged_reads_pct").isMissingNode()).isTrue();
        assertThat(report("card", "not=" + RUN)).doesNotContain("isolation");
    }

    @Test
    void the_scorecard_of_a_judged_run_says_what_was_seen() throws IOException {
        Path judged = cutOff();
        IsolationRecords.write(judged, Map.of());
        assertThat(report(judged.toString(), "--format", "markdown"))
                .contains("Isolation: database says serializable, seen: no anomaly in 1,500 transactions");
    }

    @Test
    void a_run_under_no_scenario_is_refused_without_half_a_document() {
        assertThat(execute("card", RUN.resolveSibling("kv").toString(), "--json"))
                .isEqualTo(2);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).contains("was under no scenario");
    }

    @Test
    void a_page_has_the_title_of_what_it_shows() {
        assertThat(report("card", RUN.toString(), "--format", "html"))
                .contains("<title>Squall: Adversity card</title>");
    }

    private JsonNode card(List<String> words) throws IOException {
        JsonNode tables = CanonicalJson.read(
                "card", report(Stream.concat(Stream.of("card"), words.stream()).toArray(String[]::new)));
        assertThat(Schema.complaints("tables.schema.json", tables)).isEmpty();
        return tables;
    }

    /** Returns what the command prints. */
    private String report(String... words) {
        out.getBuffer().setLength(0);
        assertThat(execute(words)).describedAs(err.toString()).isZero();
        return out.toString();
    }

    private int execute(String... words) {
        CommandLine line = ReportCommand.line();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(words);
    }

    /** Copies the recorded run, as if another injection had followed 3 s after each. */
    private Path cutOff() throws IOException {
        Path copy = Directories.copy(RUN, folder.resolve("cut-off"));
        Path summary = copy.resolve("summary.json");
        Files.writeString(
                summary,
                Files.readString(summary)
                        .replaceAll(
                                "\"(from_injection|from_healing)\" ?: ?\\{[^}]*}",
                                "\"$1\": {\"longer_than_s\": 3.0, \"cut_off_by\": \"the next injection\"}"));
        return copy;
    }
}
