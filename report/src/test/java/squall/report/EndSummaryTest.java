package squall.report;

import static org.assertj.core.api.Assertions.assertThat;
import static squall.results.Runs.LOST;
import static squall.results.Runs.READ;
import static squall.results.Runs.SERIALIZATION;
import static squall.results.Runs.UPDATE;
import static squall.results.Runs.microseconds;
import static squall.results.Runs.result;
import static squall.results.Runs.summary;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.engine.RunResult;
import squall.engine.schedule.RunEnding;
import squall.measure.SuccessGaps.SuccessGap;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.results.Runs;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;
import squall.spi.Outcome;
import squall.system.OutputScreen;
import squall.verdict.ErrorBudget;
import squall.verdict.ExitReasons;
import squall.verdict.JudgedRun;

class EndSummaryTest {
    private static final RunResult BAD = result(
            new RunEnding.Complete(),
            summary(READ, microseconds(1_000, 2_000, 4_000, 1_000_000), Map.of(LOST, 1L)),
            summary(UPDATE, microseconds(), Map.of(SERIALIZATION, 12L)));
    private static final List<CheckResult> CHECKS = List.of(
            new CheckResult("rows stored", Verdict.PASSED, "1,000 of 1,000"),
            new CheckResult("sample", Verdict.FAILED, "1 of 100 rows differs"),
            new CheckResult("index", Verdict.SKIPPED, "--no-verify"),
            new CheckResult("bank", Verdict.UNDECIDED, "no answer"));
    private static final WindowSummary WARM_UP = new WindowSummary(
            new Window("warm-up", Window.Kind.WARMUP, 0, 2),
            2,
            List.of(summary(READ, microseconds(9_000_000), Map.of())));
    private static final WindowSummary STEADY = new WindowSummary(
            new Window("steady", Window.Kind.STEADY, 2, 4), 2, List.of(summary(READ, microseconds(1_000), Map.of())));

    @Test
    void the_whole_screen_in_unicode() {
        assertThat(bad().lines(screen(100, true)))
                .containsExactly(
                        "complete after 4.0 s, 17 of 17 operations, 13 failed",
                        "operation  ok  ok/s  failed  retries  p50 ms  p95 ms  p99 ms  p99.9 ms  max ms",
                        "READ        4  1.00       1        0    2.00   1,000   1,000     1,000   1,000",
                        "UPDATE      0     0      12        0       -       -       -         -       -",
                        "tpmC 126.3 (unaudited)",
                        "errors     12  UPDATE 40001 serialization, refused",
                        "           1  READ 08006 connection, outcome unknown",
                        "✓ rows stored: 1,000 of 1,000",
                        "✗ sample: 1 of 100 rows differs",
                        "– index: --no-verify (skipped)",
                        "? bank: no answer (undecided)",
                        "results    results/20261121T120000Z-workloada-jdbc-a1b2c3",
                        "reproduce  ycsb run jdbc -p 'label=a b' -p 'db.passwd=***'",
                        "exit 4: sample failed: 1 of 100 rows differs",
                        "exit 3: 13 of 17 operations failed (76.47 %), the error budget is 0.00 %",
                        "exit 6: bank is undecided: no answer");
    }

    /** Covers an old error: on a narrow screen columns were gone, and nothing said so. */
    @Test
    void columns_for_which_a_screen_has_no_room_are_named() {
        List<String> lines = bad().lines(screen(40, true));
        assertThat(lines).anySatisfy(line -> assertThat(line).matches("\\d columns left out .*"));
        assertThat(String.join(" ", lines).replaceAll(" +", " ")).contains("retries", "p99.9 ms");
        assertThat(lines.get(1)).startsWith("operation");
    }

    /** Covers an old error: after "checking the data" came no word about what the checks found. */
    @Test
    void the_short_form_has_the_checks_that_passed_too() {
        RunResult good = result(new RunEnding.Complete(), summary(READ, microseconds(1_000), Map.of()));
        List<CheckResult> checks = List.of(
                new CheckResult("rows stored", Verdict.PASSED, "1,000 of 1,000"),
                new CheckResult("isolation", Verdict.PASSED, "seen: no anomaly in 5 transactions"),
                new CheckResult("index", Verdict.SKIPPED, "--no-verify"));
        assertThat(new EndSummary(JudgedRun.of(good, checks, ErrorBudget.NONE), List.of(), Optional.empty(), List.of())
                        .brief(screen(100, true)))
                .containsExactly(
                        "complete after 4.0 s, 1 of 1 operation, 0 failed",
                        "✓ rows stored: 1,000 of 1,000",
                        "✓ isolation: seen: no anomaly in 5 transactions",
                        "– index: --no-verify (skipped)");
    }

    @Test
    void reads_that_found_nothing_are_shown_with_those_that_are_ok() {
        RunResult missed = result(
                new RunEnding.Complete(),
                summary(READ, microseconds(1_000, 2_000, 4_000, 1_000_000), Map.of(Outcome.NOT_FOUND, 3L)),
                summary(UPDATE, microseconds(1_000), Map.of()));
        EndSummary told = new EndSummary(
                JudgedRun.of(missed, List.of(), ErrorBudget.NONE), List.of(), Optional.empty(), List.of());
        assertThat(told.lines(screen(100, true)))
                .containsExactly(
                        "complete after 4.0 s, 5 of 5 operations, 0 failed",
                        "operation  ok  not found  ok/s  failed  retries  p50 ms  p95 ms  p99 ms  p99.9 ms  max ms",
                        "READ        4          3  1.00       0        0    2.00   1,000   1,000     1,000   1,000",
                        "UPDATE      1          0  0.25       0        0    1.00    1.00    1.00      1.00    1.00",
                        "warning: 3 of 4 acknowledged READ operations found no row; they count as ok");
    }

    @Test
    void a_database_that_is_gone_at_the_end_is_told_once_and_not_for_each_check() {
        RunResult good = result(new RunEnding.Complete(), summary(READ, microseconds(1_000), Map.of()));
        List<CheckResult> checks = List.of(
                new CheckResult("3.3.2.1", Verdict.UNDECIDED, "db:1: 08001: refused"),
                new CheckResult("3.3.2.2", Verdict.UNDECIDED, "db:1: 08001: refused"));
        assertThat(new EndSummary(JudgedRun.of(good, checks, ErrorBudget.NONE), List.of(), Optional.empty(), List.of())
                        .lines(screen(100, true)))
                .endsWith(
                        "? 2 checks could not run: db:1: 08001: refused (undecided)",
                        "exit 6: 2 checks could not run: db:1: 08001: refused");
    }

    /** Covers an old error: rows that a load left alone were shown as inserted. */
    @Test
    void rows_that_existed_are_not_told_as_written() {
        RunResult appended = result(
                new RunEnding.Complete(),
                summary(UPDATE, microseconds(1_000, 1_000, 1_000, 1_000), Map.of(Outcome.EXISTED, 3L)));
        assertThat(new EndSummary(
                                JudgedRun.of(appended, List.of(), ErrorBudget.NONE),
                                List.of(),
                                Optional.empty(),
                                List.of())
                        .lines(screen(100, true)))
                .containsExactly(
                        "complete after 4.0 s, 4 of 4 operations, 0 failed",
                        "operation  ok  ok/s  failed  retries  p50 ms  p95 ms  p99 ms  p99.9 ms  max ms",
                        "UPDATE      4  1.00       0        0    1.00    1.00    1.00      1.00    1.00",
                        "UPDATE: 1 written; 3 were there before and count as ok too");
    }

    @Test
    void the_whole_screen_in_ascii_and_sixty_columns() {
        assertThat(bad().lines(screen(60, false)))
                .containsExactly(
                        "complete after 4.0 s, 17 of 17 operations, 13 failed",
                        "operation  ok  ok/s  failed  p50 ms  p99 ms    p99.9  max ms",
                        "                                                  ms",
                        "READ        4  1.00       1    2.00   1,000    1,000   1,000",
                        "UPDATE      0     0      12       -       -        -       -",
                        "2 columns left out (see bin/report --format csv): retries,",
                        "    p95 ms",
                        "tpmC 126.3 (unaudited)",
                        "errors     12  UPDATE 40001 serialization, refused",
                        "           1  READ 08006 connection, outcome unknown",
                        "ok rows stored: 1,000 of 1,000",
                        "FAIL sample: 1 of 100 rows differs",
                        "- index: --no-verify (skipped)",
                        "? bank: no answer (undecided)",
                        "results    results/20261121T120000Z-workloada-jdbc-a1b2c3",
                        "reproduce  ycsb run jdbc -p 'label=a b' -p 'db.passwd=***'",
                        "exit 4: sample failed: 1 of 100 rows differs",
                        "exit 3: 13 of 17 operations failed (76.47 %), the error",
                        "    budget is 0.00 %",
                        "exit 6: bank is undecided: no answer");
    }

    @Test
    void colours_are_only_where_they_are_wanted() {
        assertThat(String.join("\n", bad().lines(screen(100, true)))).doesNotContain("\033");
        assertThat(bad().lines(new OutputScreen(true, true, true, 100)))
                .contains(
                        "\033[32m✓ rows stored: 1,000 of 1,000\033[0m",
                        "\033[31m✗ sample: 1 of 100 rows differs\033[0m",
                        "\033[31mexit 6: bank is undecided: no answer\033[0m");
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 33, 60, 80, 100})
    void no_line_is_wider_than_the_screen_but_those_to_copy(int columns) {
        assertThat(bad().lines(screen(columns, true)))
                .filteredOn(line -> !line.startsWith("results") && !line.startsWith("reproduce"))
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(columns));
    }

    @Test
    void a_run_that_froze_says_for_how_long_and_from_when() {
        RunResult good = result(new RunEnding.Complete(), summary(READ, microseconds(1_000), Map.of()));
        RunResult frozen = new RunResult(
                good.ending(),
                good.elapsedNs(),
                good.turns(),
                new RunResult.RunMeasurement(
                        good.total(),
                        good.windows(),
                        OptionalDouble.empty(),
                        Optional.of(new SuccessGap(12_300_000_000L, 5_000_000_000L))),
                0,
                good.client());
        assertThat(new EndSummary(
                                new JudgedRun(frozen, List.of(), ExitReasons.OK),
                                List.of(),
                                Optional.empty(),
                                List.of())
                        .lines(screen(100, true)))
                .contains("no operation completed successfully for 5.0 s from 00:12");
    }

    @Test
    void a_good_run_ends_quietly() {
        RunResult good = result(new RunEnding.Complete(), summary(READ, microseconds(1_000), Map.of()));
        assertThat(new EndSummary(
                                new JudgedRun(good, List.of(), ExitReasons.OK), List.of(), Optional.empty(), List.of())
                        .lines(screen(100, true)))
                .containsExactly(
                        "complete after 4.0 s, 1 of 1 operation, 0 failed",
                        "operation  ok  ok/s  failed  retries  p50 ms  p95 ms  p99 ms  p99.9 ms  max ms",
                        "READ        1  0.25       0        0    1.00    1.00    1.00      1.00    1.00");
    }

    @Test
    void warm_up_is_not_in_the_figures_and_that_is_said() {
        assertThat(warmed(WARM_UP, STEADY))
                .containsExactly(
                        "complete after 4.0 s, 2 of 2 operations, 0 failed",
                        "figures of steady, 2.0 s",
                        "operation  ok  ok/s  failed  p50 ms  p99 ms    p99.9  max ms",
                        "                                                  ms",
                        "READ        1  0.50       0    1.00    1.00     1.00    1.00",
                        "2 columns left out (see bin/report --format csv): retries,",
                        "    p95 ms");
    }

    /** Covers an old error: such a run was shown as if its warm-up had been measured. */
    @Test
    void figures_of_a_run_that_ended_in_its_warm_up_are_said_to_be_that() {
        assertThat(warmed(WARM_UP)).contains("figures of the warm-up, in which the run ended");
    }

    private static List<String> warmed(WindowSummary... windows) {
        RunResult run = result(new RunEnding.Complete(), summary(READ, microseconds(1_000, 9_000_000), Map.of()));
        RunResult warmed = new RunResult(
                run.ending(),
                run.elapsedNs(),
                run.turns(),
                RunResult.RunMeasurement.of(run.total(), windows),
                0,
                run.client());
        return new EndSummary(new JudgedRun(warmed, List.of(), ExitReasons.OK), List.of(), Optional.empty(), List.of())
                .lines(screen(60, true));
    }

    @Test
    void a_run_that_never_began_has_no_table() {
        RunResult none = result(new RunEnding.Failed(new IOException("no route")));
        ExitReasons codes = ExitReasons.of(none, List.of(), ErrorBudget.NONE);
        assertThat(new EndSummary(new JudgedRun(none, List.of(), codes), List.of(), Optional.empty(), List.of())
                        .lines(screen(100, true)))
                .containsExactly("failed after 4.0 s, 0 of 0 operations due by then, 0 failed", "exit 5: no route");
    }

    private static EndSummary bad() {
        return new EndSummary(
                JudgedRun.of(BAD, CHECKS, ErrorBudget.NONE),
                List.of("tpmC 126.3 (unaudited)"),
                Optional.of(Path.of("results/20261121T120000Z-workloada-jdbc-a1b2c3")),
                List.of("ycsb", "run", "jdbc", "-p", "label=a b", "-p", "db.passwd=hunter2"));
    }

    private static OutputScreen screen(int columns, boolean unicode) {
        return new OutputScreen(false, false, unicode, columns);
    }

    @Test
    void a_calibrated_rate_that_was_not_sustained_is_warned_of() {
        RunResult calibrated = Runs.unsustained();
        assertThat(ended(calibrated).lines(screen(100, true)))
                .containsSequence(
                        "warning: 1 % of the operations waited 75.0 ms or longer for a free session, and must not wait longer",
                        "    than 10.0 ms: the calibrated rate was not sustained; the maximum was measured too high for the",
                        "    whole run, so take a smaller share of it");
        RunResult fixed = new RunResult(
                calibrated.ending(),
                calibrated.elapsedNs(),
                calibrated.turns(),
                RunResult.RunMeasurement.of(calibrated.total(), calibrated.total()),
                0,
                calibrated.client());
        assertThat(ended(fixed).lines(screen(100, true))).noneMatch(line -> line.startsWith("warning"));
    }

    /** Covers an old error: a silent run at a rate that was not sustained said "pass" and nothing else. */
    @Test
    void the_short_forms_warn_of_a_rate_that_was_not_sustained_too() {
        EndSummary silent = ended(Runs.unsustained());
        assertThat(silent.brief(screen(100, true)).get(1)).startsWith("warning: 1 % of the operations waited 75.0 ms");
        assertThat(silent.verdict())
                .hasSize(2)
                .first()
                .isEqualTo("pass: complete after 4.0 s, 1 of 1 operation, 0 failed");
        assertThat(silent.verdict().getLast()).contains("the calibrated rate was not sustained");
    }

    private static EndSummary ended(RunResult run) {
        return new EndSummary(JudgedRun.of(run, List.of(), ErrorBudget.NONE), List.of(), Optional.empty(), List.of());
    }
}
