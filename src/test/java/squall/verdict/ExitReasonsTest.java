package squall.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static squall.results.Runs.LOST;
import static squall.results.Runs.READ;
import static squall.results.Runs.SERIALIZATION;
import static squall.results.Runs.microseconds;
import static squall.results.Runs.result;
import static squall.results.Runs.summary;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.engine.RunResult;
import squall.engine.schedule.RunEnding;
import squall.engine.schedule.StopRule;
import squall.measure.SuccessGaps.SuccessGap;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;
import squall.spi.Outcome;
import squall.system.ExitCode;

class ExitReasonsTest {
    private static final StopRule NO_SUCCESS = new StopRule.NoSuccess(Duration.ofSeconds(60));

    @Test
    void a_clean_run_has_no_reason_to_complain() {
        ExitReasons codes = of(run(new RunEnding.Complete(), Map.of()));
        assertThat(codes).isEqualTo(ExitReasons.OK);
        assertThat(codes.worst()).isEqualTo(ExitCode.OK);
    }

    @Test
    void a_run_that_ends_within_its_warm_up_has_measured_nothing() {
        assertThat(of(windows(warmUp(Map.of()))).lines())
                .containsExactly(
                        "exit 6: nothing was measured: the run was over after 4.0 s, within its warm-up; shorten"
                                + " the warm-up or extend the run");
    }

    /** Covers an old error: a window that began after the end, with a last call under way, hid that nothing was measured. */
    @Test
    void a_window_that_begins_with_the_end_of_the_run_has_measured_nothing() {
        assertThat(of(windows(warmUp(Map.of()), measured(0, Map.of()))).worst()).isEqualTo(ExitCode.INVALID);
        assertThat(of(windows(warmUp(Map.of()), measured(1, Map.of())))).isEqualTo(ExitReasons.OK);
        assertThat(of(windows(measured(0, Map.of())))).isEqualTo(ExitReasons.OK);
    }

    @Test
    void one_failure_is_too_many_by_default() {
        assertThat(of(run(new RunEnding.Complete(), Map.of(SERIALIZATION, 1L))).lines())
                .containsExactly("exit 3: 1 of 4 operations failed (25.00 %), the error budget is 0.00 %");
    }

    /** Covers an old error: of a database that was gone for most of a run only a small share of failed operations was told. */
    @Test
    void an_outage_in_which_few_operations_of_a_closed_loop_fail_is_told_with_its_length() {
        assertThat(of(silent(new SuccessGap(1_000_000_000, 3_000_000_000L), LOST))
                        .lines())
                .containsExactly("exit 3: 1 of 4 operations failed (25.00 %), the error budget is 0.00 %; no operation"
                        + " succeeded for 3.0 s from 00:01, and the database was still unreachable at the end");
        assertThat(of(silent(new SuccessGap(1_000_000_000, 3_000_000_000L), SERIALIZATION))
                        .lines())
                .containsExactly("exit 3: 1 of 4 operations failed (25.00 %), the error budget is 0.00 %; no operation"
                        + " succeeded for 3.0 s from 00:01 to the end");
        assertThat(of(silent(new SuccessGap(1_000_000_000, 2_500_000_000L), LOST))
                        .lines())
                .containsExactly("exit 3: 1 of 4 operations failed (25.00 %), the error budget is 0.00 %; no operation"
                        + " succeeded for 2.5 s from 00:01");
    }

    @Test
    void turns_that_waited_over_a_second_and_were_never_sent_are_an_expectation_missed() {
        assertThat(of(leftOver(997, microseconds(2_000_000, 500_000, 100_000))).lines())
                .containsExactly(
                        "exit 3: 2 of 1,000 operations were still waiting when the run ended, for up to 2,001 ms");
    }

    @Test
    void turns_that_fell_due_as_the_run_ended_are_not_errors() {
        assertThat(of(leftOver(1_000, microseconds(900_000, 500_000)))).isEqualTo(ExitReasons.OK);
        assertThat(of(leftOver(3, microseconds(249_000, 100_000)))).isEqualTo(ExitReasons.OK);
    }

    @Test
    void a_hundredth_of_the_plan_left_behind_is_a_rate_that_was_not_kept() {
        assertThat(of(leftOver(98, microseconds(900_000, 500_000))).lines())
                .containsExactly("exit 3: 2 of 100 operations were still waiting when the run ended, for up to 900 ms");
        assertThat(of(leftOver(199, microseconds(900_000, 500_000)))).isEqualTo(ExitReasons.OK);
    }

    @Test
    void failures_within_the_budget_are_accepted() {
        RunResult run = run(new RunEnding.Complete(), Map.of(SERIALIZATION, 1L));
        assertThat(ExitReasons.of(run, List.of(), new ErrorBudget(0.25))).isEqualTo(ExitReasons.OK);
        assertThat(ExitReasons.of(run, List.of(), new ErrorBudget(0.24)).worst())
                .isEqualTo(ExitCode.EXPECTATION);
    }

    /** Covers an old error: successes of a long warm-up brought the failures of the measured time under the budget. */
    @Test
    void the_warm_up_is_not_judged_by_the_budget() {
        assertThat(of(windows(warmUp(Map.of()), measured(1, Map.of(SERIALIZATION, 1L))))
                        .lines())
                .containsExactly("exit 3: 1 of 2 operations failed (50.00 %), the error budget is 0.00 %");
        assertThat(of(windows(warmUp(Map.of(SERIALIZATION, 1L)), measured(1, Map.of()))))
                .isEqualTo(ExitReasons.OK);
    }

    @Test
    void a_signal_gives_the_code_that_shells_expect() {
        assertThat(of(run(new RunEnding.Interrupted("SIGINT"), Map.of())).lines())
                .containsExactly("exit 130: ended by SIGINT after 4.0 s");
        assertThat(of(run(new RunEnding.Interrupted("SIGTERM"), Map.of())).worst())
                .isEqualTo(ExitCode.TERMINATED);
    }

    @Test
    void a_session_that_cannot_connect_means_unreachable() {
        assertThat(of(run(new RunEnding.Failed(new IOException("127.0.0.1:1 refused\npassword=x")), Map.of()))
                        .lines())
                .containsExactly("exit 5: 127.0.0.1:1 refused");
    }

    @Test
    void any_other_failure_is_internal() {
        assertThat(of(run(new RunEnding.Failed(new IllegalStateException("oops")), Map.of()))
                        .lines())
                .containsExactly("exit 1: java.lang.IllegalStateException: oops");
    }

    @Test
    void silence_from_a_database_that_does_not_answer_means_unreachable() {
        ExitReasons codes = of(run(new RunEnding.Aborted(NO_SUCCESS, "nothing for 60 s"), Map.of(LOST, 9L)));
        assertThat(codes.lines())
                .containsExactly(
                        "exit 5: ended early: nothing for 60 s",
                        "exit 3: 9 of 12 operations failed (75.00 %), the error budget is 0.00 %");
    }

    @Test
    void silence_from_a_database_that_refuses_is_an_expectation_not_met() {
        assertThat(of(run(new RunEnding.Aborted(NO_SUCCESS, "nothing for 60 s"), Map.of(SERIALIZATION, 9L)))
                        .worst())
                .isEqualTo(ExitCode.EXPECTATION);
    }

    @Test
    void lost_rows_outrank_a_missed_budget_and_both_are_said() {
        RunResult run = run(new RunEnding.Complete(), Map.of(LOST, 1L));
        List<CheckResult> checks = List.of(
                new CheckResult("rows", Verdict.FAILED, "2 lost"),
                new CheckResult("sample", Verdict.PASSED, "fine"),
                new CheckResult("index", Verdict.SKIPPED, "--no-verify"),
                new CheckResult("bank", Verdict.UNDECIDED, "no answer"));
        assertThat(ExitReasons.of(run, checks, ErrorBudget.NONE).lines())
                .containsExactly(
                        "exit 4: rows failed: 2 lost",
                        "exit 3: 1 of 4 operations failed (25.00 %), the error budget is 0.00 %",
                        "exit 6: bank is undecided: no answer");
    }

    @Test
    void a_database_that_is_gone_is_one_reason_not_one_for_each_check() {
        RunResult run = run(new RunEnding.Complete(), Map.of());
        List<CheckResult> checks = List.of(
                new CheckResult("3.3.2.1", Verdict.UNDECIDED, "db:1: 08001: refused"),
                new CheckResult("3.3.2.2", Verdict.UNDECIDED, "db:1: 08001: refused"),
                new CheckResult("bank", Verdict.UNDECIDED, "no answer"));
        assertThat(ExitReasons.of(run, checks, ErrorBudget.NONE).lines())
                .containsExactly(
                        "exit 6: 2 checks could not run: db:1: 08001: refused", "exit 6: bank is undecided: no answer");
    }

    @Test
    void a_client_that_did_not_keep_up_makes_the_run_invalid() {
        assertThat(of(with(new RunResult.ClientHealth(90_000_000, 25_000_000, 0.06, 3)))
                        .lines())
                .containsExactly(
                        "exit 6: the client was overloaded: p99 of its own delay before sending was 25.0 ms, "
                                + "but must be at most 10.0 ms; lower the rate, stop other programs on this machine, or"
                                + " run the client on another one",
                        "exit 6: the client was overloaded: garbage collection took 6.00 % of a window, "
                                + "but must take at most 5.00 %; give the client more memory (JAVA_OPTS=-Xmx...), or"
                                + " lower the rate");
        assertThat(of(with(new RunResult.ClientHealth(90_000_000, 9_000_000, 0.04, 3))))
                .isEqualTo(ExitReasons.OK);
    }

    @Test
    void a_reason_holds_no_secret() {
        assertThat(ExitReasons.OK
                        .and(ExitCode.UNREACHABLE, "jdbc:x://u:hunter2@h/ refused")
                        .lines())
                .containsExactly("exit 5: jdbc:x://u:***@h/ refused");
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "0.001, 0.001", "0.1%, 0.001", "100 %, 1"})
    void a_budget_is_a_share(String text, double share) {
        assertThat(ErrorBudget.parse(text)).contains(new ErrorBudget(share));
    }

    @ParameterizedTest
    @CsvSource({"2", "-1", "few", "101%"})
    void anything_else_is_refused(String text) {
        assertThat(ErrorBudget.parse(text)).isEmpty();
    }

    private static RunResult with(RunResult.ClientHealth health) {
        RunResult run = run(new RunEnding.Complete(), Map.of());
        return new RunResult(run.ending(), run.elapsedNs(), run.turns(), run.measured(), 0, health);
    }

    /** Returns a run of four seconds with one failure and this gap. */
    private static RunResult silent(SuccessGap gap, Outcome failure) {
        RunResult run = run(new RunEnding.Complete(), Map.of(failure, 1L));
        var measured =
                new RunResult.RunMeasurement(run.total(), run.windows(), OptionalDouble.empty(), Optional.of(gap));
        return new RunResult(run.ending(), run.elapsedNs(), run.turns(), measured, 0, run.client());
    }

    /** Returns a run of 4 s with these windows. */
    private static RunResult windows(WindowSummary... windows) {
        RunResult run = run(new RunEnding.Complete(), Map.of());
        var measured = RunResult.RunMeasurement.of(run.total(), windows);
        return new RunResult(run.ending(), run.elapsedNs(), run.turns(), measured, 0, run.client());
    }

    private static WindowSummary warmUp(Map<Outcome, Long> failures) {
        return new WindowSummary(
                new Window("warm-up", Window.Kind.WARMUP, 0, 4),
                4.0,
                List.of(summary(READ, microseconds(1_000), failures)));
    }

    private static WindowSummary measured(double seconds, Map<Outcome, Long> failures) {
        return new WindowSummary(
                new Window("measured", Window.Kind.STEADY, 4, 5),
                seconds,
                List.of(summary(READ, microseconds(1_000), failures)));
    }

    private static ExitReasons of(RunResult run) {
        return ExitReasons.of(run, List.of(), ErrorBudget.NONE);
    }

    private static RunResult run(RunEnding ending, Map<Outcome, Long> failures) {
        return result(ending, summary(READ, microseconds(1, 2, 3), failures));
    }

    private static RunResult leftOver(long answered, Histogram waits) {
        RunResult run = run(new RunEnding.Complete(), Map.of());
        RunResult.TurnCount turns =
                new RunResult.TurnCount(answered + waits.getTotalCount(), answered, answered, waits);
        return new RunResult(run.ending(), run.elapsedNs(), turns, run.measured(), 0, run.client());
    }
}
