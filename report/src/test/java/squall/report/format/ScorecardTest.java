package squall.report.format;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.measure.recovery.SecondSeries;
import squall.measure.recovery.Seconds;
import squall.report.Small;
import squall.report.model.JudgementStatus;
import squall.report.model.ReportDocument;
import squall.report.model.RunReport;
import squall.report.model.RunReportBuilder;
import squall.report.model.ScenarioSection;
import squall.report.model.Scorecard;
import squall.results.RunSummary;
import squall.results.file.CanonicalJson;
import squall.results.recorded.RecordedRun;
import squall.system.OutputScreen;
import squall.table.Table;
import squall.table.TableCell;
import squall.verdict.AdversitySummary;
import squall.verdict.Outcomes;

/** Test of the summary of a run under a scenario. */
public class ScorecardTest {
    private static final Path GOLDEN = Path.of("../src/test/resources/squall/golden");
    private static final OutputScreen WIDE = new OutputScreen(false, false, true, 100);

    /** Summary with a stall, for which a pause stood in twice, an outage without recovery, and a phase that this cluster cannot inject. */
    private static final String ADVERSITY = """
        {"rule": {"text": "95 % of 150 ok/s, held 4 s"}, "baseline": {"from_s": 6, "to_s": 21, "goodput_per_s": 150, "p95_ms": 5, "p99_ms": 11.5},
         "phases": [
          {"name": "disk-stalls", "state": "passed", "lost_writes": 0, "expectations": [
             {"measure": "lostAcks", "wanted": "0", "found": "0", "verdict": "met"}],
           "injection_groups": [
            {"name": "disk-stalls#1", "injected_s": 100, "watched_until_s": 110, "goodput_share": 0.99, "p99_times": 3.9,
             "availability": 1.0, "outage_s": 0,
             "injections": [{"kind": "pause", "stands_in_for": "diskStall", "fault": "pause (standing in for diskStall)", "target": "n2 (zone b, replica)", "status": "in_effect"}]},
            {"name": "disk-stalls#2", "injected_s": 110, "watched_until_s": 120, "goodput_share": 1.0, "p99_times": 1.2,
             "availability": 0.995, "outage_s": 1,
             "injections": [{"kind": "pause", "stands_in_for": "diskStall", "fault": "pause (standing in for diskStall)", "target": "n2 (zone b, replica)", "status": "in_effect"}],
             "recovery": {"from_injection": {"after_s": 3.0, "relapses": 1}, "from_healing": {"after_s": 0.0, "relapses": 12}}}]},
          {"name": "zone-outage", "state": "missed", "lost_writes": 4, "expectations": [],
           "injection_groups": [{"name": "zone-outage", "injected_s": 170, "watched_until_s": 240, "goodput_share": 0.4, "p99_times": 59.5,
             "availability": 0.62, "outage_s": 12,
             "injections": [{"fault": "kill {signal=KILL}", "target": "n1 (zone a, primary)", "status": "in_effect"}],
             "recovery": {"from_injection": {"longer_than_s": 70.0}, "from_healing": {"longer_than_s": 60.0}}}]},
          {"name": "region-outage", "state": "not_applicable", "reasons": ["there is one region"], "expectations": [],
           "injection_groups": [{"name": "region-outage", "injections": [{"fault": "kill", "target": "", "status": "not_applicable"}]}]}]}\
        """;

    @TempDir
    private Path results;

    @Test
    void a_phase_is_one_row_with_the_worst_of_its_injections_and_the_fault_that_stood_in() throws IOException {
        assertThat(rows())
                .containsExactly(
                        List.of(
                                "disk-stalls",
                                "2 × pause (standing in for diskStall) of n2 (replica)",
                                "0.99",
                                "3.90",
                                "99.50",
                                "1",
                                "3, 1 relapse",
                                "0, 12 relapses",
                                "0",
                                "✓ pass"),
                        List.of(
                                "zone-outage",
                                "kill {signal=KILL} of n1 (primary)",
                                "0.40",
                                "59.5",
                                "62.00",
                                "12",
                                "> 70",
                                "> 60",
                                "4",
                                "✗ missed"),
                        List.of("region-outage", "kill", "–", "–", "–", "–", "–", "–", "–", "– N/A"));
    }

    @Test
    void the_recovery_from_the_kill_of_a_primary_is_not_hidden_by_that_of_a_replica() {
        assertThat(Scorecard.of(Outcomes.restarts("<= 60s")).rows().getFirst())
                .extracting(TableCell::text)
                .contains("> 0, cut off by the next injection");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    invalid invalid invalid invalid             | All phases invalid: too slow.
                    invalid invalid invalid invalid passed      | 4 of 5 phases invalid: too slow.
                    invalid not_applicable invalid missed       | phase-0, phase-2 invalid: too slow.
                    invalid                                     | phase-0 invalid: too slow.""")
    void phases_that_are_invalid_for_one_reason_are_counted_if_they_are_many(String states, String remark)
            throws IOException {
        List<String> phases = new ArrayList<>();
        for (String state : states.split(" ", -1)) {
            phases.add("{\"name\": \"phase-" + phases.size() + "\", \"state\": \"" + state
                    + "\", \"reasons\": [\"too slow\"]}");
        }
        JsonNode adversity = new ObjectMapper().readTree("{\"phases\": [" + String.join(", ", phases) + "]}");

        assertThat(Scorecard.of(CanonicalJson.as(AdversitySummary.class, adversity))
                        .note())
                .endsWith(" counts. " + remark);
    }

    @Test
    void a_recovery_that_is_open_only_from_healing_is_named_with_its_cause() throws IOException {
        Table scorecard = cutOff().table("scorecard").orElseThrow();

        assertThat(scorecard.rows().getFirst())
                .extracting(TableCell::text)
                .contains("3", "> 0, cut off by the next injection");
        assertThat(scorecard.note()).endsWith(" restarts/kill#1 cut off by the next injection.");
    }

    /** Covers an old error: a test report had "pass" with a median of more than 0 s, and no cause of it. */
    @Test
    void a_test_report_names_the_injection_that_was_cut_off_by_the_next() throws IOException {
        assertThat(ReportFormat.JUNIT.of(cutOff(), WIDE))
                .contains(
                        "the range holds the true median with 50.0 %); restarts/kill#1 cut off by the next injection<");
    }

    /** Covers an old error: a phase that did not come back was "pass", because nothing expected it to. */
    @Test
    void a_phase_that_is_not_back_is_not_green_and_the_remark_says_why() throws IOException {
        JsonNode adversity = new ObjectMapper().readTree("""
            {"phases": [{"name": "kill", "state": "not_back", "expectations": [],
              "reasons": ["not seen back at the baseline; nothing expects it, so the exit code does not show it"],
              "injection_groups": [{"name": "kill", "watched": "watched", "injected_s": 100, "watched_until_s": 160,
                "injections": [{"fault": "kill", "target": "n1", "status": "in_effect"}],
                "recovery": {"from_injection": {"longer_than_s": 60.0}}}]}]}\
            """);
        Table scorecard = report(RecordedRun.read(Small.complete(results)), adversity)
                .table("scorecard")
                .orElseThrow();

        assertThat(scorecard.rows().getFirst().getLast())
                .extracting(TableCell::text, TableCell::tone)
                .containsExactly("! not back", JudgementStatus.WARNING.tone());
        assertThat(scorecard.note())
                .endsWith(" kill not back: not seen back at the baseline; nothing expects it, so the exit code does not"
                        + " show it.");
    }

    /** Covers an old error: a fault that the run did not reach was "no fault", which is a control's. */
    @Test
    void a_phase_that_was_not_reached_is_not_injected_and_a_control_has_no_fault() throws IOException {
        JsonNode adversity = new ObjectMapper().readTree("""
            {"rule": {"text": "95 % of 150 ok/s, held 4 s"},
             "phases": [{"name": "a-a", "control": true, "state": "cut", "expectations": [], "injection_groups": []},
                        {"name": "kill", "state": "cut", "expectations": [], "injection_groups": []}]}\
            """);
        assertThat(report(RecordedRun.read(Small.complete(results)), adversity)
                        .table("scorecard")
                        .orElseThrow()
                        .rows())
                .extracting(row -> row.get(1).text())
                .containsExactly("no fault", "not injected");
    }

    /** Covers an old error: a tile had the p99 of the whole window and the scorecard that of its last part, both of "the baseline". */
    @Test
    void the_baseline_of_the_scorecard_and_that_of_the_tiles_have_their_seconds() throws IOException {
        RunReport report = RunReportBuilder.of(RecordedRun.read(GOLDEN.resolve("adversity")));

        assertThat(report.table("scorecard").orElseThrow().note())
                .startsWith("Baseline, seconds 13 to 21: 115,110 ok/s in the median second, p99 0.04 ms. ");
        assertThat(report.tiles())
                .filteredOn(tile -> tile.label().equals("Goodput"))
                .singleElement()
                .extracting(ReportDocument.HeadlineTile::note)
                .isEqualTo("baseline-2, seconds 13 to 23");
        assertThat(report.tiles())
                .filteredOn(tile -> tile.label().equals("p99"))
                .singleElement()
                .extracting(ReportDocument.HeadlineTile::note)
                .asString()
                .startsWith("baseline-2, seconds 13 to 23 → ");
    }

    @Test
    void the_terminal_shows_the_same_rows_and_the_rule() throws IOException {
        assertThat(new ScorecardText(report().table("scorecard").orElseThrow()).lines(WIDE))
                .containsExactly(
                        "phase          goodput x  p99 x  avail %  s < 50 %  back inject/heal  lost  verdict",
                        "disk-stalls         0.99   3.90    99.50         1         3 s / 0 s     0  ✓ pass",
                        "    2 x pause (standing in for diskStall) of n2 (replica)",
                        "zone-outage         0.40   59.5    62.00        12   > 70 s / > 60 s     4  ✗ MISSED",
                        "    kill {signal=KILL} of n1 (primary)",
                        "region-outage          –      –        –         –                 –     –  – N/A",
                        "    kill",
                        "Baseline, seconds 6 to 21: 150 ok/s in the median second, p99 11.5 ms. Back: 95 % of 150"
                                + " ok/s, held",
                        "    4 s; > means not seen. Available: answered within 1 s; s < 50 %: seconds with less than"
                                + " half",
                        "    available. Lost writes: acknowledged, but missing at the end. Of several injections the"
                                + " worst",
                        // Covers an old error: only the page told a relapse.
                        "    counts. Back, and worse again later: disk-stalls#2 (12 times).");
    }

    @Test
    void the_details_for_a_terminal_have_each_injection_and_each_expectation() {
        SecondSeries paused = Seconds.after(
                20, 0, 0, 0, 0, 50, 50, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100);
        assertThat(new ScenarioSection(Outcomes.adversity(paused, "<= 1s"))
                        .details().stream().flatMap(table -> ReportFormat.lines(table, WIDE).stream()))
                .containsSubsequence("", "What each fault cost, and recovery")
                .anyMatch(line -> line.matches("pause +in effect +0 +– +75\\.00 +4 +6\\.00 +2\\.00 .*"))
                .containsSubsequence(
                        "Expectations and data check",
                        "it is carried out as planned: pause, ✓ pass, missed; pause of n1",
                        "timeToBaseline <= 1s: pause, ✗ fail, 2.0 s");
    }

    /** Covers an old error: the table counted seconds below half as outage, and the anatomy the length of a gap in all answers. */
    @Test
    void outage_is_no_word_for_seconds_below_half() throws IOException {
        RunReport report = report();
        for (String table : List.of("scorecard", "recovery")) {
            Table shown = report.table(table).orElseThrow();
            assertThat(shown.columns())
                    .extracting(column -> column.heading())
                    .contains("s < 50 %")
                    .noneMatch(heading -> heading.contains("outage"));
            assertThat(shown.note()).contains("s < 50 %: seconds ").doesNotContainIgnoringCase("outage");
        }
    }

    @Test
    void the_page_begins_with_the_scorecard_and_the_table_of_windows_is_folded() throws IOException {
        String page = ReportFormat.HTML.of(report(), WIDE);
        String afterHeader = page.substring(page.indexOf("<main>"));
        assertThat(afterHeader).startsWith("<main><section id=\"scorecard\"");
        assertThat(afterHeader.indexOf("class=\"tiles\"")).isPositive();
        assertThat(page).contains("<details class=\"grid\"><summary>Windows</summary>");
        assertThat(page).contains("1 of 2 phases passed");
    }

    @Test
    void markdown_begins_with_the_scorecard_and_folds_the_table_of_windows() throws IOException {
        assertThat(ReportFormat.MARKDOWN.of(report(), WIDE))
                .containsSubsequence(
                        "## Scorecard",
                        "| zone-outage | kill {signal=KILL} of n1 (primary) | 0.40 | 59.5 | 62.00 | 12 | > 70 | > 60 |"
                                + " 4 | ✗ missed |",
                        "| figure | value | of |",
                        "<details>\n<summary>Windows</summary>\n\n",
                        "</details>");
    }

    @Test
    void the_stand_in_is_named_by_every_form() throws IOException {
        RunReport report = report();
        for (ReportFormat form : ReportFormat.values()) {
            assertThat(form.of(report, WIDE)).as(form.name()).contains("standing in for diskStall");
        }
        assertThat(ReportFormat.JUNIT.of(report, WIDE))
                .contains("disk-stalls (pause standing in for diskStall)\" tests=\"2\"");
        assertThat(ReportFormat.TEXT.of(report, WIDE).lines().filter(line -> line.contains("lostAcks")))
                .singleElement()
                .asString()
                .contains("disk-stalls (pause standing in for diskStall)");
    }

    private List<List<String>> rows() throws IOException {
        return report().table("scorecard").orElseThrow().rows().stream()
                .map(row -> row.stream().map(TableCell::text).toList())
                .toList();
    }

    private RunReport report() throws IOException {
        return report(RecordedRun.read(Small.complete(results)));
    }

    /** Returns the report of a run whose second injection came before it was back from the first. */
    private RunReport cutOff() throws IOException {
        return report(RecordedRun.read(Small.complete(results)), new ObjectMapper().readTree("""
            {"rule": {"text": "95 % of 150 ok/s, held 4 s"},
             "phases": [{"name": "restarts", "state": "passed", "expectations": [],
              "repeats_from_healing": {"count": 2, "median": {"longer_than_s": 1.0}, "shortest": {"after_s": 1.0},
                "longest": {"longer_than_s": 0.0}, "coverage": 0.5},
              "injection_groups": [
               {"name": "restarts/kill#1", "watched": "followed", "injected_s": 100, "healed_s": 110, "watched_until_s": 112,
                "injections": [{"fault": "kill", "target": "n1", "status": "in_effect"}],
                "recovery": {"from_injection": {"after_s": 3.0, "relapses": 0},
                             "from_healing": {"longer_than_s": 0.0, "cut_off_by": "the next injection"}}},
               {"name": "restarts/kill#2", "watched": "watched", "injected_s": 112, "healed_s": 114, "watched_until_s": 130,
                "injections": [{"fault": "kill", "target": "n2", "status": "in_effect"}],
                "recovery": {"from_injection": {"after_s": 2.0, "relapses": 0}, "from_healing": {"after_s": 1.0, "relapses": 0}}}]}]}\
            """));
    }

    /** Returns the page of a run, as if it had been under this scenario. */
    public static String page(RecordedRun run) throws IOException {
        return ReportFormat.HTML.of(report(run), WIDE);
    }

    private static RunReport report(RecordedRun plain) throws IOException {
        return report(plain, new ObjectMapper().readTree(ADVERSITY));
    }

    private static RunReport report(RecordedRun plain, JsonNode adversity) throws IOException {
        ObjectNode summary = (ObjectNode) CanonicalJson.tree(plain.summary().orElseThrow());
        summary.set("adversity", adversity);
        return RunReportBuilder.of(new RecordedRun(
                plain.path(),
                plain.state(),
                plain.manifest(),
                Optional.of(CanonicalJson.as(RunSummary.class, summary))));
    }
}
