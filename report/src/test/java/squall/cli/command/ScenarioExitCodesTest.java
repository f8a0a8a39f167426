package squall.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import squall.engine.phases.ScenarioResult.ScenarioProblem;
import squall.scenario.expect.Expectation.ExpectationResult;
import squall.scenario.expect.Expectation.ExpectationResult.ExpectationVerdict;
import squall.scenario.expect.ExpectationMeasure;
import squall.verdict.AdversitySummary;
import squall.verdict.AdversitySummary.PhaseSummary;
import squall.verdict.ExitReasons;
import squall.verdict.PhaseState;

class ScenarioExitCodesTest {
    @Test
    void what_was_expected_and_met_ends_with_0() {
        assertThat(lines(judged(
                        PhaseState.PASSED,
                        judgement(ExpectationMeasure.AVAILABILITY, ">= 0.9", ExpectationVerdict.MET))))
                .isEmpty();
    }

    @Test
    void a_missed_expectation_is_3_and_4_if_it_is_about_the_data() {
        assertThat(lines(judged(
                        PhaseState.MISSED,
                        judgement(ExpectationMeasure.AVAILABILITY, ">= 0.9", ExpectationVerdict.MISSED))))
                .containsExactly("exit 3: crash: availability >= 0.9 was expected, but found 7");
        assertThat(lines(judged(
                        PhaseState.MISSED, judgement(ExpectationMeasure.LOST_ACKS, "0", ExpectationVerdict.MISSED))))
                .containsExactly("exit 4: crash: lostAcks 0 was expected, but found 7");
    }

    @Test
    void what_nothing_measured_is_invalid() {
        assertThat(lines(judged(
                        PhaseState.UNDECIDED,
                        judgement(ExpectationMeasure.P99, "<= 10ms", ExpectationVerdict.UNDECIDED))))
                .containsExactly("exit 6: crash: p99 <= 10ms was expected, but found 7");
    }

    @Test
    void a_fault_without_effect_is_invalid() {
        assertThat(lines(phase(PhaseState.VACUOUS, "state S")))
                .containsExactly("exit 6: the fault was not in effect: crash: state S");
    }

    @Test
    void what_a_guard_forbade_did_not_happen_though_it_was_asked_for() {
        assertThat(lines(phase(PhaseState.REFUSED, "no quorum"))).containsExactly("exit 6: not done: crash: no quorum");
    }

    @Test
    void a_phase_that_is_not_back_is_told_by_the_scorecard_and_not_by_the_exit_code() {
        assertThat(lines(phase(PhaseState.NOT_BACK, "not seen back at the baseline")))
                .isEmpty();
    }

    @Test
    void work_that_failed_is_an_expectation_not_met() {
        assertThat(lines(phase(PhaseState.UNFINISHED, "the work failed: disk full")))
                .containsExactly("exit 3: crash: the work failed: disk full");
    }

    @Test
    void a_fault_that_does_not_apply_here_leaves_the_others_as_they_are() {
        assertThat(lines(judged(PhaseState.PASSED), phase(PhaseState.NOT_APPLICABLE, "one zone only")))
                .isEmpty();
    }

    @Test
    void a_run_that_disturbed_nothing_is_invalid() {
        assertThat(lines(
                        phase(PhaseState.NOT_APPLICABLE, "one zone only"),
                        phase(PhaseState.NOT_APPLICABLE, "no links")))
                .containsExactly("exit 6: no fault of the scenario applies to this cluster:"
                        + " crash: one zone only; crash: no links");
    }

    @Test
    void a_control_alone_asks_for_no_fault() {
        assertThat(lines()).isEmpty();
        assertThat(lines(phase("a-a", true, PhaseState.CUT, List.of(), List.of())))
                .isEmpty();
    }

    /** Covers an old error: a load that ended in the middle of a scenario ended with 0. */
    @Test
    void a_scenario_that_was_cut_short_is_invalid() {
        AdversitySummary adversity = new AdversitySummary(
                1,
                "s",
                Optional.empty(),
                Optional.empty(),
                List.of(phase(PhaseState.CUT, "the run ended before this phase")),
                List.of(),
                List.of(ScenarioProblem.cutShort("the run ended before its scenario")),
                Map.of());
        assertThat(ScenarioExitCodes.of(ExitReasons.OK, adversity).lines())
                .containsExactly("exit 6: the run ended before its scenario");
    }

    @Test
    void a_fault_that_is_still_there_outranks_everything() {
        AdversitySummary adversity = new AdversitySummary(
                1,
                "s",
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(judgement(ExpectationMeasure.LOST_ACKS, "0", ExpectationVerdict.MISSED)),
                List.of(ScenarioProblem.noBaseline("it drifts"), ScenarioProblem.notHealed("n1 is paused")),
                Map.of());
        assertThat(ScenarioExitCodes.of(ExitReasons.OK, adversity).lines())
                .containsExactly(
                        "exit 8: n1 is paused",
                        "exit 6: it drifts",
                        "exit 4: run: lostAcks 0 was expected, but found 7");
    }

    private static List<String> lines(PhaseSummary... phases) {
        AdversitySummary adversity = new AdversitySummary(
                1, "s", Optional.empty(), Optional.empty(), List.of(phases), List.of(), List.of(), Map.of());
        return ScenarioExitCodes.of(ExitReasons.OK, adversity).lines();
    }

    private static PhaseSummary phase(PhaseState state, String reason) {
        return phase("crash", false, state, List.of(reason), List.of());
    }

    private static PhaseSummary judged(PhaseState state, ExpectationResult... judgements) {
        return phase("crash", false, state, List.of(), List.of(judgements));
    }

    private static PhaseSummary phase(
            String name, boolean control, PhaseState state, List<String> reasons, List<ExpectationResult> judgements) {
        return new PhaseSummary(
                name,
                control,
                state,
                reasons,
                List.of(),
                OptionalLong.empty(),
                List.of(),
                Optional.empty(),
                judgements,
                Optional.empty());
    }

    private static ExpectationResult judgement(ExpectationMeasure measure, String limit, ExpectationVerdict verdict) {
        return new ExpectationResult(measure.key(), limit, "7", verdict);
    }
}
