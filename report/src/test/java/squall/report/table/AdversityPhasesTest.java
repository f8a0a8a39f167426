package squall.report.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.report.Synthetic;
import squall.report.model.RunReport;
import squall.report.model.RunReportBuilder;
import squall.results.RunSummary;
import squall.results.file.CanonicalJson;
import squall.results.recorded.RecordedRun;
import squall.table.Table;
import squall.table.TableCell;

class AdversityPhasesTest {
    /** Injection groups with windows of the same names: recovered, not recovered, effect not seen, not injected. */
    private static final String ADVERSITY = """
        {"rule": {"text": "95 % of 100 ok/s, held 10 s"},
         "phases": [
          {"name": "kills", "state": "missed", "injection_groups": [
            {"name": "fault 1", "injections": [{"fault": "kill", "target": "n1", "status": "in_effect"}],
             "outage_s": 5, "spike_s": 13, "detected_after_s": 2,
             "recovery": {"from_injection": {"after_s": 42.0, "relapses": 2}, "from_healing": {"after_s": 12.0}},
             "lost_goodput": {"seconds_of_baseline": 6.8, "at_least": false}},
            {"name": "fault 2", "injections": [{"fault": "cut", "target": "n1", "status": "in_effect"}, {"fault": "cut", "target": "n2", "status": "in_effect"}],
             "outage_s": 5, "spike_s": 1,
             "recovery": {"from_injection": {"longer_than_s": 60.0}, "from_healing": {"longer_than_s": 30.0}},
             "lost_goodput": {"seconds_of_baseline": 9.5, "at_least": true}}]},
          {"name": "region", "state": "not_applicable", "injection_groups": [
            {"name": "region", "injections": [{"fault": "zone outage", "target": "eu", "status": "not_applicable"}]}]},
          {"name": "late", "state": "cut", "injection_groups": []}]}\
        """;

    @TempDir
    private Path folder;

    @Test
    void windows_have_the_figures_of_the_report_and_injections_those_of_the_summary() throws IOException {
        NamedRun run = run("pg", ADVERSITY);
        RunReport report = RunReportBuilder.of(run.run());
        Table table = AdversityPhases.of(List.of(run));

        for (String window : List.of("baseline", "fault 1")) {
            assertThat(texts(table, window, "ok_s", "min_ok_s", "p50_ms", "p95_ms", "p99_ms", "p999_ms", "max_ms"))
                    .isEqualTo(text(
                            report,
                            window,
                            "ok_per_s",
                            "lowest_ok_per_s",
                            "p50_ms",
                            "p95_ms",
                            "p99_ms",
                            "p999_ms",
                            "max_ms"));
        }
        assertThat(texts(table, "fault 1", "delta_pct", "worst_p95_ms"))
                .isEqualTo(text(report, "fault 1", "delta_percent", "worst_p95_ms").stream()
                        .map(text -> text.replace("+", ""))
                        .toList());
        assertThat(texts(table, "fault 1", "configuration", "fault", "spike_s", "detected_s", "back_inject_s"))
                .containsExactly("pg", "kill of n1", "13.0", "2.00", "42.0, 2 relapses");
        assertThat(texts(table, "fault 1", "back_heal_s", "lost_s", "verdict"))
                .containsExactly("12.0", "6.80", "missed");
        assertThat(texts(table, "fault 1", "sql_s", "sql_p95_ms", "cpu_cores")).containsOnly("N/A");
    }

    @Test
    void an_unobserved_recovery_is_a_lower_bound_and_an_unobserved_phase_has_no_second() throws IOException {
        Table table = AdversityPhases.of(List.of(run("", ADVERSITY)));

        assertThat(texts(table, "fault 2", "fault", "detected_s", "back_inject_s", "back_heal_s", "lost_s"))
                .containsExactly("cut of n1 + cut of n2", "no impact seen", "> 60.0", "> 30.0", "> 9.50");
        assertThat(table.notes())
                .anyMatch(note -> note.endsWith(" is back by this rule: 95 % of 100 ok/s, held 10 s"))
                .endsWith(
                        "N/A: the database does not provide this metric, or it was not read.",
                        "N/A: the phase did not take place in this run.");
    }

    @Test
    void a_phase_that_did_not_take_place_has_no_figures_not_even_zeros() throws IOException {
        Table table = AdversityPhases.of(List.of(run("", ADVERSITY)));

        assertThat(row(table, "region", ""))
                .contains("zone outage of eu", "not applicable")
                .doesNotContain("0");
        assertThat(texts(table, "region", "ok_s", "p99_ms", "errors_pct", "back_heal_s"))
                .containsOnly("N/A");
        assertThat(texts(table, "late", "fault", "ok_s", "verdict")).containsExactly("-", "N/A", "cut");
    }

    @Test
    void configurations_stand_side_by_side_and_each_lacks_what_it_had_not() throws IOException {
        String shorter = ADVERSITY.replaceFirst("(?s),\\s*\\{\"name\": \"region\".*", "]}");
        Table table = AdversityPhases.of(List.of(run("15", ADVERSITY), run("9", shorter)));

        assertThat(table.rows().stream()
                        .map(row -> row.get(0).text() + " " + row.get(1).text()))
                .containsExactly(
                        "baseline 15",
                        "baseline 9",
                        "fault 1 15",
                        "fault 1 9",
                        "fault 2 15",
                        "fault 2 9",
                        "region 15",
                        "region 9",
                        "late 15",
                        "late 9");
        assertThat(row(table, "region", "9")).startsWith("region", "9").last().isEqualTo("N/A");
    }

    /** Covers an old error: each had a row of its own, in which the other seemed to lack the phase. */
    @Test
    void a_phase_in_which_another_fault_stood_in_is_in_the_row_of_the_phase() throws IOException {
        String standIn = ADVERSITY
                .replace("\"fault 1\"", "\"fault 1 (pause standing in for kill)\"")
                .replace(
                        "\"fault\": \"kill\"",
                        "\"kind\": \"pause\", \"stands_in_for\": \"kill\", \"fault\": \"pause (standing in for kill)\"");
        Table table = AdversityPhases.of(List.of(run("kills", ADVERSITY), run("pauses", standIn)));

        assertThat(table.rows().stream().map(row -> row.get(0).text()).distinct())
                .containsExactly("baseline", "fault 1", "fault 2", "region", "late");
        assertThat(row(table, "fault 1", "pauses")).contains("pause (standing in for kill) of n1");
    }

    @Test
    void a_run_without_a_scenario_has_no_phases() throws IOException {
        NamedRun plain = new NamedRun(
                "",
                RecordedRun.read(Synthetic.disturbed(80, List.of("READ"), 10).write(folder)));

        assertThatThrownBy(() -> AdversityPhases.of(List.of(plain)))
                .hasMessage(plain.run().path() + " was under no scenario: name run directories of bin/adversity run");
    }

    private NamedRun run(String name, String adversity) throws IOException {
        RecordedRun plain = RecordedRun.read(
                Synthetic.disturbed(240, List.of("READ", "UPDATE"), 50).write(folder.resolve("of " + name)));
        ObjectNode summary = (ObjectNode) CanonicalJson.tree(plain.summary().orElseThrow());
        summary.set("adversity", new ObjectMapper().readTree(adversity));
        return new NamedRun(
                name,
                new RecordedRun(
                        plain.path(),
                        plain.state(),
                        plain.manifest(),
                        Optional.of(CanonicalJson.as(RunSummary.class, summary))));
    }

    private static List<String> text(RunReport report, String window, String... keys) {
        var table = report.table("phases").orElseThrow();
        var row = table.rows().stream()
                .filter(cells -> cells.getFirst().text().equals(window))
                .findFirst()
                .orElseThrow();
        List<String> known =
                table.columns().stream().map(column -> column.name()).toList();
        return List.of(keys).stream()
                .map(key -> row.get(known.indexOf(key)).text())
                .toList();
    }

    private static List<String> texts(Table table, String phase, String... columns) {
        List<String> known = table.columns().stream().map(Table.Column::name).toList();
        List<String> row = row(table, phase, "");
        return List.of(columns).stream()
                .map(column -> row.get(known.indexOf(column)))
                .toList();
    }

    /** @param configuration empty: any */
    private static List<String> row(Table table, String phase, String configuration) {
        return table.rows().stream()
                .map(row -> row.stream().map(TableCell::text).toList())
                .filter(row -> row.get(0).equals(phase) && row.get(1).startsWith(configuration))
                .findFirst()
                .orElseThrow();
    }
}
