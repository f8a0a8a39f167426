package squall.report.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.check.isolation.Anomaly;
import squall.engine.RunResult;
import squall.engine.phases.ScenarioEvent;
import squall.engine.schedule.RunEnding;
import squall.measure.Tick;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.report.Small;
import squall.report.Synthetic;
import squall.report.model.ReportedInjection.Stretch;
import squall.report.model.WindowTable.CellShade;
import squall.results.Directories;
import squall.results.IsolationRecords;
import squall.results.PostMortemRecord;
import squall.results.RunDirectory;
import squall.results.RunSummary;
import squall.results.Runs;
import squall.results.recorded.RecordedRun;
import squall.spi.CheckResult;
import squall.spi.Outcome;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.TableCell;
import squall.table.TableCell.CellTone;

class RunReportBuilderTest {
    @TempDir
    private Path results;

    @Test
    void the_headline_figures_of_a_small_run() throws IOException {
        assertThat(report(Small.complete(results)).tiles())
                .containsExactly(
                        new ReportDocument.HeadlineTile("tpmC", "257.2", "of the workload", CellTone.PLAIN),
                        new ReportDocument.HeadlineTile("efficiency", "–", "of the workload", CellTone.PLAIN),
                        new ReportDocument.HeadlineTile("Goodput", "1.00 ok/s", "steady", CellTone.PLAIN),
                        new ReportDocument.HeadlineTile(
                                "Lowest second", "0 ok", "steady, completed in a whole second", CellTone.PLAIN),
                        new ReportDocument.HeadlineTile("p50", "1.50 ms", "steady", CellTone.PLAIN),
                        new ReportDocument.HeadlineTile("p99", "4.00 ms", "steady", CellTone.PLAIN),
                        new ReportDocument.HeadlineTile("p99.9", "4.00 ms", "steady", CellTone.PLAIN),
                        new ReportDocument.HeadlineTile("Failed", "33.33 %", "2 of 6, after retries", CellTone.BAD),
                        new ReportDocument.HeadlineTile(
                                "Available seconds",
                                "50.00 %",
                                "2 of 4 s: something acknowledged, under 1 % failed",
                                CellTone.BAD),
                        new ReportDocument.HeadlineTile("Data check", "✓ pass", "1 check, below", CellTone.GOOD));
    }

    /** Covers an old error: a run whose client was overloaded had green tiles under its exit code 6. */
    @Test
    void a_run_whose_client_was_overloaded_has_no_green_figure() throws IOException {
        RunResult good = flawless(4);
        RunResult overloaded = new RunResult(
                good.ending(),
                good.elapsedNs(),
                good.turns(),
                good.measured(),
                good.aborted(),
                new RunResult.ClientHealth(500_000_000, 500_000_000, 0, 0));

        assertThat(tones(results.resolve("good"), good)).containsExactly("Failed GOOD", "Available seconds GOOD");
        assertThat(tones(results.resolve("late"), overloaded))
                .containsExactly("Failed PLAIN", "Available seconds PLAIN");
    }

    /** Covers an old error: of a run of 1.1 s the goodput was 914 ok/s and the "lowest second" 976. */
    @Test
    void a_run_of_one_second_and_a_part_of_another_has_no_lowest_second() throws IOException {
        assertThat(report(Small.complete(results, oneReadEachOf(2), over(1.1, 1_100_000_000)))
                        .tiles())
                .extracting(ReportDocument.HeadlineTile::label)
                .contains("Goodput")
                .doesNotContain("Lowest second");
    }

    /** Covers an old error: because of a call that outlived the end of a run, its lowest second was one in which nothing was due. */
    @Test
    void seconds_after_the_end_of_a_run_are_neither_its_lowest_nor_unavailable() throws IOException {
        List<Tick> ticks = new ArrayList<>(oneReadEachOf(2));
        ticks.add(Runs.tick(2, Runs.second(Runs.READ, Runs.microseconds())));
        ticks.add(Runs.tick(3, Runs.second(Runs.READ, Runs.microseconds())));

        assertThat(report(Small.complete(results, ticks, over(2, 4_000_000_000L)))
                        .tiles())
                .extracting(tile -> tile.label() + " " + tile.value())
                .contains("Lowest second 1 ok", "Available seconds 100.00 %");
    }

    /** Returns the result of a run with two successful reads. @param elapsedNs time until the last answer */
    private static RunResult over(double seconds, long elapsedNs) {
        RunResult whole = flawless(2);
        WindowSummary window =
                new WindowSummary(Runs.STEADY, seconds, whole.total().operations());
        return new RunResult(
                whole.ending(),
                elapsedNs,
                whole.turns(),
                RunResult.RunMeasurement.of(window, window),
                whole.aborted(),
                whole.client());
    }

    private static List<String> tones(Path folder, RunResult result) throws IOException {
        return report(Small.complete(folder, oneReadEachOf(4), result)).tiles().stream()
                .filter(tile -> List.of("Failed", "Available seconds").contains(tile.label()))
                .map(tile -> tile.label() + " " + tile.tone())
                .toList();
    }

    /** Returns the result of a run with one successful read in each second. */
    private static RunResult flawless(int seconds) {
        long[] latencies = new long[seconds];
        Arrays.fill(latencies, 1_000);
        return Runs.result(new RunEnding.Complete(), Runs.summary(Runs.READ, Runs.microseconds(latencies), Map.of()));
    }

    private static List<Tick> oneReadEachOf(int seconds) {
        return IntStream.range(0, seconds)
                .mapToObj(second -> Runs.tick(second, Runs.second(Runs.READ, Runs.microseconds(1_000))))
                .toList();
    }

    /** Covers an old error: the headline compared the baseline with the first second of the run, in which connections begin. */
    @Test
    void the_start_of_a_run_and_what_is_between_its_phases_are_not_its_worst_windows() throws IOException {
        List<Window> windows = List.of(
                new Window("measured", Window.Kind.STEADY, 0, 12), // the name of the start in older runs
                new Window("baseline settle", Window.Kind.STEADY, 12, 15),
                new Window("baseline", Window.Kind.BASELINE, 15, 30),
                new Window("kill settle", Window.Kind.STEADY, 30, 45),
                new Window("kill", Window.Kind.DISTURBED, 45, 50),
                new Window("kill recovery", Window.Kind.RECOVERY, 50, 60));
        Synthetic slow = new Synthetic(
                60,
                List.of("A"),
                20,
                windows,
                List.of(
                        new Synthetic.Fault("f1", "network", "early", 0, 2),
                        new Synthetic.Fault("f2", "network", "between", 32, 34)));

        assertThat(report(slow.write(results)).tiles())
                .filteredOn(
                        tile -> List.of("Lowest second", "p50", "p99", "p99.9").contains(tile.label()))
                .hasSize(4)
                .allSatisfy(tile -> assertThat(tile.note()).doesNotContain("measured", "settle"));
    }

    /** Covers an old error: the page showed rows that a load left alone as inserted. */
    @Test
    void rows_that_were_there_before_are_shown_beside_those_ok() throws IOException {
        RunResult appended = Runs.result(
                new RunEnding.Complete(),
                Runs.summary(Runs.READ, Runs.microseconds(1_000, 2_000, 1_500, 4_000), Map.of(Outcome.NOT_FOUND, 1L)),
                Runs.summary(Runs.UPDATE, Runs.microseconds(1_000), Map.of(Outcome.EXISTED, 3L)));
        Table operations =
                report(Small.complete(results, appended)).table("operations").orElseThrow();

        assertThat(operations.columns())
                .extracting(Column::heading)
                .startsWith("operation", "window", "ok", "not found", "there before", "ok/s");
        assertThat(operations.note())
                .startsWith("Not found: of those ok, answers that there is no such row. There before: of those ok,");
        assertThat(operations.rows().stream()
                        .map(row ->
                                row.subList(0, 5).stream().map(TableCell::text).toList())
                        .toList())
                .containsExactly(List.of("READ", "steady", "4", "1", "0"), List.of("UPDATE", "steady", "0", "0", "3"));
    }

    /** Covers an old error: each of many checks had a row with the same cause, which text shows once. */
    @Test
    void checks_that_could_not_run_for_one_cause_are_one_row_of_the_page_and_each_a_case_of_its_own()
            throws IOException {
        RunReport report = report(Small.complete(
                results,
                new CheckResult("3.3.2.1", CheckResult.Verdict.UNDECIDED, "db:1 refused"),
                new CheckResult("rows", CheckResult.Verdict.PASSED, "4 of 4 found"),
                new CheckResult("3.3.2.2", CheckResult.Verdict.UNDECIDED, "db:1 refused")));

        assertThat(report.table("expectations").orElseThrow().rows())
                .filteredOn(row -> row.get(1).text().equals("data"))
                .extracting(row -> row.stream().map(TableCell::text).toList())
                .containsExactly(
                        List.of("2 checks could not run", "data", "! invalid", "db:1 refused"),
                        List.of("rows", "data", "✓ pass", "4 of 4 found"));
        assertThat(report.expectations())
                .filteredOn(expectation -> expectation.subject().equals("data"))
                .extracting(ReportDocument.ReportedExpectation::wanted)
                .containsExactly("3.3.2.1", "rows", "3.3.2.2");
        assertThat(report.tiles()).extracting(ReportDocument.HeadlineTile::note).contains("3 checks, below");
    }

    @Test
    void the_isolation_that_was_seen_is_a_headline_figure_with_the_share_that_was_judged() throws IOException {
        Path run = Small.complete(results);
        Directories.unlisted(run);
        IsolationRecords.write(run, Map.of());
        assertThat(report(run).tiles())
                .contains(new ReportDocument.HeadlineTile(
                        "Isolation",
                        "✓ no anomaly",
                        "database says serializable, seen: no anomaly in 1,500 transactions; the order of some versions is not"
                                + " known; judged: 93.9 % of 1,000 reads, order known of all 300 writes",
                        CellTone.GOOD));
        IsolationRecords.write(run, Map.of(Anomaly.LOST_UPDATE, 2L));
        assertThat(report(run).tiles())
                .extracting(tile -> tile.label() + " " + tile.value() + " " + tile.tone())
                .contains("Isolation ✗ violated: lost update (2) BAD");
    }

    @Test
    void isolation_that_was_judged_without_a_record_is_that_of_its_check() throws IOException {
        Path run = Small.complete(
                results, new CheckResult("isolation", CheckResult.Verdict.FAILED, "31 lost updates, the first: …"));
        assertThat(report(run).tiles())
                .contains(new ReportDocument.HeadlineTile(
                        "Isolation", "✗ fail", "31 lost updates, the first: …", CellTone.BAD));
    }

    @Test
    void a_skipped_check_is_not_counted_as_one_that_passed() throws IOException {
        Path run = Small.complete(
                results,
                new CheckResult("rows", CheckResult.Verdict.PASSED, "4 of 4 found"),
                new CheckResult("3.3.2.5", CheckResult.Verdict.PASSED, "holds"),
                new CheckResult("3.3.2.12", CheckResult.Verdict.SKIPPED, "not asked for"));
        assertThat(report(run).tiles())
                .endsWith(new ReportDocument.HeadlineTile(
                        "Data check", "✓ pass", "2 checks and 1 skipped, below", CellTone.GOOD));
    }

    @Test
    void the_verdict_is_that_of_the_command() throws IOException {
        assertThat(report(Small.complete(results)).verdict())
                .isEqualTo(new ReportDocument.RunVerdict(
                        JudgementStatus.FAILED,
                        "exit 3",
                        OptionalInt.of(3),
                        List.of("exit 3: 2 of 6 operations failed (33.33 %), the error budget is 0.00 %")));
    }

    @Test
    void every_reason_and_every_check_is_an_expectation() throws IOException {
        assertThat(report(Small.complete(results)).expectations())
                .extracting(e -> e.subject() + ": " + e.status() + ", " + e.observed())
                .containsExactly(
                        "run: PASSED, complete after 4.0 s",
                        "run: PASSED, own delay p99 0 ms, garbage collection 0.00 %",
                        "run: FAILED, 2 of 6 operations failed (33.33 %), the error budget is 0.00 %",
                        "data: PASSED, 4 of 4 found");
    }

    @Test
    void what_makes_figures_doubtful_is_said() throws IOException {
        assertThat(report(Small.complete(results)).warnings())
                .containsExactly(
                        "Not repeatable: the workload draws random numbers that the seed does not rule.",
                        "efficiency is 200.0 %: more than the keying and think times of the specification allow, so not comparable "
                                + "with TPC-C.");
    }

    /** Covers an old error: only the terminal said that the rate was measured too high, and no page. */
    @Test
    void a_page_warns_of_a_calibrated_rate_that_was_not_sustained() throws IOException {
        assertThat(report(Small.complete(results, Runs.unsustained())).warnings())
                .contains(
                        "1 % of the operations waited 75.0 ms or longer for a free session, and must not wait longer than"
                                + " 10.0 ms: the calibrated rate was not sustained; the maximum was measured too high for the whole run,"
                                + " so take a smaller share of it.");
    }

    @Test
    void figures_are_those_of_the_summary() throws IOException {
        Path run = Synthetic.disturbed(160, List.of("A", "B"), 20).write(results);
        RecordedRun recorded = RecordedRun.read(run);
        List<RunSummary.WindowTotals> windows = recorded.summary().orElseThrow().windows();
        List<Double> summary = windows.stream()
                .map(window -> window.goodputPerS().orElseThrow())
                .toList();
        List<Double> p99 = windows.stream()
                .flatMap(window -> window.operations().stream())
                .map(operation -> operation.latency().p99Ms().orElseThrow())
                .toList();
        RunReport report = RunReportBuilder.of(recorded);
        assertThat(values(report, "phases", "ok_per_s")).isEqualTo(summary);
        assertThat(values(report, "operations", "p99_ms"))
                .isEqualTo(p99.subList(2, p99.size())); // warm-up is not shown
    }

    @Test
    void a_run_under_way_is_reported_as_far_as_it_came() throws IOException {
        try (RunDirectory directory = Small.begun(results)) {
            RunReport report = report(directory.path());
            assertThat(report.verdict().status()).isEqualTo(JudgementStatus.RUNNING);
            assertThat(report.warnings().getFirst())
                    .startsWith("The run goes on. This is what was on disk: records up to 00:04.");
            assertThat(values(report, "phases", "p50_ms")).containsExactly(1.5);
        }
    }

    private Path killed() throws IOException {
        try (RunDirectory directory = Small.begun(results)) {
            return directory.path();
        }
    }

    /** Covers an old error: the figure said that a level holds, of which only the time until the kill had been judged. */
    @Test
    void the_isolation_of_a_run_that_was_killed_is_shown_as_that_until_then() throws IOException {
        Path path = killed();
        Directories.unlisted(path);
        IsolationRecords.write(path, Map.of());
        assertThat(report(path).tiles())
                .filteredOn(tile -> tile.label().equals("Isolation"))
                .singleElement()
                .satisfies(tile -> {
                    assertThat(tile.value())
                            .endsWith("no anomaly until it was cut off")
                            .doesNotContain("✓");
                    assertThat(tile.note())
                            .startsWith("no level is shown to hold, as the rest was not judged; until then ");
                });
    }

    @Test
    void a_run_that_was_killed_is_reported_with_what_is_missing() throws IOException {
        Path path = killed();
        Path seconds = path.resolve("timeseries.csv");
        Directories.unlisted(path);
        Files.writeString(seconds, Files.readString(seconds) + "4,1795262404000,steady,READ,1,0,0,0,1,1.000,1.0");
        RunReport report = report(path);
        assertThat(report.verdict())
                .isEqualTo(new ReportDocument.RunVerdict(
                        JudgementStatus.FAILED, "did not come to its end", OptionalInt.empty(), List.of()));
        assertThat(report.warnings().getFirst())
                .startsWith(
                        "The run did not come to its end. Records end at 00:04, nothing is known of later seconds.");
        assertThat(values(report, "operations", "max_ms")).containsExactly(4.001);
    }

    /** Covers an old error: percentiles of a run whose last histograms were not written left those operations out without a word. */
    @Test
    void a_run_without_its_last_histograms_is_said_to_leave_operations_out() throws IOException {
        Path path = killed();
        Directories.unlisted(path);
        Path latency = path.resolve("latency.hlog");
        List<String> lines = Files.readAllLines(latency);
        Files.write(latency, lines.subList(0, lines.size() - 1));
        assertThat(report(path).warnings())
                .filteredOn(warning -> warning.startsWith("Latency is known of"))
                .singleElement()
                .asString()
                .endsWith(" acknowledged READ operations only; percentiles leave the others out.");
    }

    /** Covers an old error: the report of a killed run said "Data was not checked" next to the result of its check. */
    @Test
    void the_check_of_a_killed_run_is_in_its_report() throws IOException {
        Path path = killed();
        Files.writeString(path.resolve(PostMortemRecord.NAME), """
                {"schema_version": 1, "checked_at": "2026-11-21T12:05:00Z", "exit_code": 4, "checks": [
                  {"name": "ledger", "verdict": "failed", "detail": "1 lost", "lost": 1},
                  {"name": "register", "verdict": "skipped", "detail": "nothing to check: no acknowledged versions and reads"}]}
                """);
        RunReport report = report(path);
        assertThat(report.warnings().getFirst()).contains("Data was checked later, at 2026-11-21T12:05:00Z, and");
        assertThat(report.expectations())
                .filteredOn(expectation -> expectation.subject().equals("data"))
                .extracting(ReportDocument.ReportedExpectation::wanted, ReportDocument.ReportedExpectation::status)
                .containsExactly(
                        Tuple.tuple("ledger", JudgementStatus.FAILED),
                        Tuple.tuple("register", JudgementStatus.SKIPPED));
    }

    @Test
    void a_run_without_a_second_has_a_report() throws IOException {
        Path path;
        try (RunDirectory directory = Small.unbegun(results)) {
            path = directory.path();
        }
        assertThat(report(path).tiles()).isEmpty();
        assertThat(report(path).tables())
                .extracting(Table::name)
                .containsExactly("expectations", "database", "client", "run");
    }

    @Test
    void worse_windows_are_shaded_against_the_baseline() throws IOException {
        Table phases = report(Synthetic.disturbed(160, List.of("A"), 50).write(results))
                .table("phases")
                .orElseThrow();
        int lowest = column(phases, "lowest_ok_per_s");
        assertThat(phases.rows().subList(1, 4))
                .extracting(row -> row.getFirst().text() + " " + row.get(lowest).text() + " "
                        + row.get(lowest).tone())
                .containsExactly("baseline 47 PLAIN", "fault 1 0 HOT", "recovery 1 26 WARM");
        assertThat(phases.note()).contains(CellShade.RULE);
    }

    @Test
    void faults_come_from_their_events() throws IOException {
        assertThat(report(Synthetic.disturbed(80, List.of("A"), 2).write(results))
                        .injections()
                        .subList(0, 2))
                .containsExactly(
                        new ReportedInjection("kill -9 n1", "network", "f1", steps(12, 12, 13, 13, 17, 17, 19, 19)),
                        new ReportedInjection("kill -9 n2", "process", "f2", steps(22, 22, 23, 23, 27, 27, 29, 29)));
    }

    /** Reads a file in the order of ends: an injection that took 30 s stands after the events that happened meanwhile. */
    @Test
    void an_injection_begins_where_its_injecting_began_and_is_in_effect_when_that_was_seen() throws IOException {
        Path run = Synthetic.disturbed(80, List.of("A"), 2).write(results);
        Directories.unlisted(run);
        Files.writeString(run.resolve("events.jsonl"), """
                {"t_ns":35000000000,"end_ns":35000000000,"type":"note","detail":"meanwhile"}
                {"t_ns":10000000000,"end_ns":40000000000,"type":"inject","phase":"p","injection":"k","fault":"kill","target":"n1","ok":true}
                {"t_ns":40000000000,"end_ns":42000000000,"type":"effective","phase":"p","injection":"k","ok":true}
                {"t_ns":50000000000,"end_ns":55000000000,"type":"heal","phase":"p","injection":"k","ok":true}
                {"t_ns":55000000000,"end_ns":57000000000,"type":"verified","phase":"p","injection":"k","ok":true}
                """);
        assertThat(RecordedRun.read(run).events())
                .extracting(event ->
                        event.type() + " " + event.atNs() / 1_000_000_000 + "-" + event.endNs() / 1_000_000_000)
                .containsExactly("inject 10-40", "note 35-35", "effective 40-42", "heal 50-55", "verified 55-57");
        assertThat(report(run).injections())
                .containsExactly(new ReportedInjection("kill of n1", "p", "k", steps(10, 40, 40, 42, 50, 55, 55, 57)));
        assertThat(report(run).table("faults").orElseThrow().rows().getFirst())
                .extracting(TableCell::text)
                .containsExactly("kill of n1", "p", "00:10", "00:40", "00:42", "00:50", "00:55", "00:57");
    }

    /** @param seconds begin and end of injecting, of the verification of the effect, of healing, and of its verification */
    private static Map<ScenarioEvent, Stretch> steps(double... seconds) {
        return Map.of(
                ScenarioEvent.INJECT, Stretch.of(seconds[0], seconds[1]),
                ScenarioEvent.EFFECTIVE, Stretch.of(seconds[2], seconds[3]),
                ScenarioEvent.HEAL, Stretch.of(seconds[4], seconds[5]),
                ScenarioEvent.VERIFIED, Stretch.of(seconds[6], seconds[7]));
    }

    private static RunReport report(Path run) throws IOException {
        return RunReportBuilder.of(RecordedRun.read(run));
    }

    private static List<Double> values(RunReport report, String table, String column) {
        Table found = report.table(table).orElseThrow();
        int index = column(found, column);
        return found.rows().stream()
                .flatMap(row -> row.get(index).number().stream().boxed())
                .toList();
    }

    private static int column(Table table, String key) {
        return table.columns().stream().map(Column::name).toList().indexOf(key);
    }
}
