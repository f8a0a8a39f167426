package squall.report.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.report.Small;
import squall.results.RunSummary;
import squall.results.file.CanonicalJson;
import squall.results.recorded.RecordedRun;
import squall.table.Table;
import squall.table.TableCell;
import squall.table.TableCell.CellTone;

class ScenarioSectionTest {
    /** Two groups as {@code summary.json} tells them: one that was got over, one that was not within the time watched. */
    private static final String ADVERSITY = """
        {"rule": {"text": "95 % of 1,472 ok/s, held 10 s"},
         "baseline": {"goodput_per_s": 1472, "p95_ms": 29.6, "p99_ms": 44.0, "from_s": 60, "to_s": 480},
         "phases": [
          {"name": "kill", "state": "missed", "reasons": [], "within_noise": ["outage_s"],
           "injection_groups": [{"name": "kill 1", "started_degraded": false, "injected_s": 100, "watched_until_s": 160,
             "injections": [{"fault": "kill -9", "target": "n1", "status": "in_effect"}],
             "goodput_share": 0.93, "p99_times": 2.5, "availability": 0.985, "detected_after_s": 3, "outage_s": 7, "degraded_s": 9,
             "recovery": {"from_injection": {"after_s": 42.0, "relapses": 2}, "from_healing": {"after_s": 12.0, "relapses": 2},
               "ladder": {"80_percent": {"after_s": 9.0, "relapses": 0}, "95_percent": {"longer_than_s": 60.0}}},
             "lost_goodput": {"operations": 1001, "seconds_of_baseline": 6.8, "noise_operations": 34.5, "at_least": false},
             "worst": {"goodput": 21, "p95_ms": 4036.0}}],
           "expectations": [{"measure": "recovery", "wanted": "< 10 s", "found": "12 s", "verdict": "missed"}]},
          {"name": "cut", "state": "vacuous", "reasons": ["no packet was lost"], "within_noise": [],
           "injection_groups": [{"name": "cut", "started_degraded": true, "injected_s": 200, "watched_until_s": 260,
             "injections": [{"fault": "partition", "target": "n3", "status": "without_effect"}], "outage_s": 0, "degraded_s": 0,
             "recovery": {"from_injection": {"longer_than_s": 60.0}, "from_healing": {"longer_than_s": 60.0}, "ladder": {}},
             "lost_goodput": {"operations": 5, "seconds_of_baseline": 0.1, "noise_operations": 4, "at_least": true}}],
           "expectations": []}],
         "expectations": [], "problems": [{"kind": "not_healed", "text": "n3: healed late"}], "definitions": {"outage_s": "seconds below 50 %"}}\
        """;

    private static final String EVIDENCE = "1.000 s driver: connection lost: n1:9042";

    @TempDir
    private Path results;

    @Test
    void a_row_tells_what_an_injection_cost_and_when_it_was_over() throws IOException {
        assertThat(row(0))
                .containsExactly(
                        "kill 1",
                        "kill -9 of n1",
                        "in effect",
                        "0.93",
                        "2.50",
                        "98.50",
                        "3.00",
                        "7",
                        "9",
                        "42.0, 2 relapses",
                        "12.0, 2 relapses",
                        "9.00 / n/a / > 60.0 / n/a / n/a",
                        "1,001",
                        "6.80",
                        "34.5",
                        "21.0",
                        "4,036");
    }

    @Test
    void what_was_not_got_over_is_a_lower_bound_and_what_was_not_seen_has_no_number() throws IOException {
        assertThat(row(1))
                .containsExactly(
                        "cut",
                        "partition of n3",
                        "without effect",
                        "–",
                        "–",
                        "–",
                        "no impact seen",
                        "0",
                        "0",
                        "> 60.0",
                        "> 60.0",
                        "n/a / n/a / n/a / n/a / n/a",
                        "≥ 5.00",
                        "≥ 0.10",
                        "4.00",
                        "–",
                        "–");
    }

    @Test
    void the_rule_and_the_baseline_are_shown_with_the_numbers() throws IOException {
        assertThat(report().table("recovery").orElseThrow().note())
                .startsWith(
                        "Back at the baseline: 95 % of 1,472 ok/s, held 10 s. Baseline: 1,472 ok/s, p95 29.6 ms, p99"
                                + " 44.0 ms, seconds 60 to 480.");
    }

    @Test
    void the_longest_recovery_is_one_that_was_not_seen() throws IOException {
        assertThat(report().tiles())
                .contains(new ReportDocument.HeadlineTile(
                        "Longest recovery",
                        "> 60.0 s",
                        "after injection of cut; 95 % of 1,472 ok/s, held 10 s",
                        CellTone.BAD));
    }

    /** Covers an old error: the headline of a run was a recovery of 0 s after healing, that of the control phase. */
    @Test
    void the_longest_recovery_is_of_a_fault_and_counts_from_its_injection_too() throws IOException {
        JsonNode adversity = new ObjectMapper().readTree("""
            {"rule": {"text": "95 % of 150 ok/s, held 4 s"},
             "phases": [
              {"name": "control", "control": true, "state": "passed", "expectations": [], "injection_groups": [
                {"name": "control", "injected_s": 50, "watched_until_s": 60,
                 "injections": [{"fault": "none", "target": "", "status": "in_effect"}],
                 "recovery": {"from_injection": {"after_s": 9.0, "relapses": 0}, "from_healing": {"after_s": 0.0, "relapses": 0}}}]},
              {"name": "kill", "state": "passed", "expectations": [], "injection_groups": [
                {"name": "kill", "injected_s": 100, "watched_until_s": 130,
                 "injections": [{"fault": "kill", "target": "n1", "status": "in_effect"}],
                 "recovery": {"from_injection": {"after_s": 8.0, "relapses": 0}, "from_healing": {"after_s": 0.0, "relapses": 0}}}]}]}\
            """);

        assertThat(report(adversity).tiles())
                .contains(new ReportDocument.HeadlineTile(
                        "Longest recovery",
                        "8.00 s",
                        "after injection of kill; 95 % of 150 ok/s, held 4 s",
                        CellTone.PLAIN));
    }

    @Test
    void phases_have_expectations_and_a_fault_without_effect_makes_its_phase_invalid() throws IOException {
        assertThat(report().expectations())
                .contains(
                        new ReportDocument.ReportedExpectation(
                                "kill",
                                "it is carried out as planned",
                                JudgementStatus.PASSED,
                                "missed; kill -9 of n1; within noise: outage_s"),
                        new ReportDocument.ReportedExpectation(
                                "kill", "recovery < 10 s", JudgementStatus.FAILED, "12 s"),
                        new ReportDocument.ReportedExpectation(
                                "cut",
                                "it is carried out as planned",
                                JudgementStatus.INVALID,
                                "vacuous; partition of n3; no packet was lost"));
    }

    @Test
    void problems_are_warnings() throws IOException {
        assertThat(report().warnings())
                .contains(
                        "n3: healed late",
                        "cut began before the run was back at its baseline: its figures carry what came before.");
    }

    @Test
    void an_outage_is_shown_by_its_parts_with_who_saw_it() throws IOException {
        String outage = """
            {"text": "%s", "dominant": "%s", "at_least": false, "from_ns": 0, "to_ns": 2000000000, "clock_error_ms": 2.0,
             "parts": [{"kind": "%2$s", "why": "why", "from_ns": 0, "to_ns": 2000000000,
               "evidence": [{"at_ns": 1000000000, "source": "driver", "text": "connection lost: n1:9042"}]}]}\
            """;
        Table outages = report(new ObjectMapper().readTree("""
            {"phases": [
              {"name": "kill", "state": "passed", "expectations": [], "injection_groups": [
                {"name": "kill", "injected_s": 0, "watched_until_s": 30, "injections": [],
                 "lanes": {"each": [
                   {"name": "primary write", "zone": "", "node": "", "unavailable_s": 2.0, "at_least": false, "outage": %s},
                   {"name": "primary read", "zone": "", "node": "", "unavailable_s": 1.0, "at_least": false}]},
                 "outages": [%s]}]}]}\
            """.formatted(
                        outage.formatted("of the lane", "undetected"), outage.formatted("of the load", "electing"))))
                .table("outages")
                .orElseThrow();
        assertThat(outages.rows())
                .extracting(row -> row.stream().map(TableCell::text).toList())
                .containsExactly(
                        List.of("kill", "load", "0.00", "2.00", "electing", "why", EVIDENCE),
                        List.of("kill", "lane primary write", "0.00", "2.00", "nothing noticed", "why", EVIDENCE));
        assertThat(outages.note()).startsWith("kill: of the load. kill, lane primary write: of the lane. An outage: ");
    }

    private List<String> row(int number) throws IOException {
        return report().table("recovery").orElseThrow().rows().get(number).stream()
                .map(TableCell::text)
                .toList();
    }

    private RunReport report() throws IOException {
        return report(new ObjectMapper().readTree(ADVERSITY));
    }

    private RunReport report(JsonNode adversity) throws IOException {
        RecordedRun plain = RecordedRun.read(Small.complete(results));
        ObjectNode summary = (ObjectNode) CanonicalJson.tree(plain.summary().orElseThrow());
        summary.set("adversity", adversity);
        return RunReportBuilder.of(new RecordedRun(
                plain.path(),
                plain.state(),
                plain.manifest(),
                Optional.of(CanonicalJson.as(RunSummary.class, summary))));
    }
}
