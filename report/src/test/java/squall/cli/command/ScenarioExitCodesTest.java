package squall.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import squall.cli.command.ScenarioRun.ScenarioExitCodes;
import squall.engine.phases.ScenarioResult.InjectionRecord;
import squall.engine.phases.ScenarioResult.InjectionRecord.Status;
import squall.engine.phases.ScenarioResult.InjectionResult;
import squall.engine.phases.ScenarioResult.ScenarioProblem;
import squall.scenario.expect.Expectation;
import squall.scenario.expect.Expectation.ExpectationResult;
import squall.scenario.expect.ExpectationMeasure;
import squall.verdict.AdversityResult;
import squall.verdict.AdversityResult.InjectionImpact;
import squall.verdict.AdversityResult.PhaseOutcome;
import squall.verdict.ExitReasons;

class ScenarioExitCodesTest {
    private static final Status IN_EFFECT = new Status.InEffect("state T");

    @Test
    void what_was_expected_and_met_ends_with_0() {
        assertThat(lines(phase(
                        IN_EFFECT,
                        judgement(
                                ExpectationMeasure.AVAILABILITY, ">= 0.9", ExpectationResult.ExpectationVerdict.MET))))
                .isEmpty();
    }

    @Test
    void a_missed_expectation_is_3_and_4_if_it_is_about_the_data() {
        assertThat(lines(phase(
                        IN_EFFECT,
                        judgement(
                                ExpectationMeasure.AVAILABILITY,
                                ">= 0.9",
                                ExpectationResult.ExpectationVerdict.MISSED))))
                .containsExactly("exit 3: crash: availability >= 0.9 was expected, but found 7");
        assertThat(lines(phase(
                        IN_EFFECT,
                        judgement(ExpectationMeasure.LOST_ACKS, "0", ExpectationResult.ExpectationVerdict.MISSED))))
                .containsExactly("exit 4: crash: lostAcks 0 was expected, but found 7");
    }

    @Test
    void what_nothing_measured_is_invalid() {
        assertThat(lines(phase(
                        IN_EFFECT,
                        judgement(ExpectationMeasure.P99, "<= 10ms", ExpectationResult.ExpectationVerdict.UNDECIDED))))
                .containsExactly("exit 6: crash: p99 <= 10ms was expected, but found 7");
    }

    @Test
    void a_fault_without_effect_or_one_that_could_not_be_injected_is_invalid() {
        assertThat(lines(phase(new Status.WithoutEffect("state S"))))
                .containsExactly("exit 6: the fault was not in effect: crash: state S");
        assertThat(lines(phase(new Status.Failed("no such process"))))
                .containsExactly("exit 6: the fault was not in effect: crash: no such process");
    }

    @Test
    void what_a_guard_forbade_did_not_happen_though_it_was_asked_for() {
        assertThat(lines(phase(new Status.Refused("no quorum")))).containsExactly("exit 6: not done: crash: no quorum");
    }

    @Test
    void work_that_failed_is_an_expectation_not_met() {
        assertThat(lines(phase(new Status.Unfinished("the work failed: disk full"))))
                .containsExactly("exit 3: crash: the work failed: disk full");
    }

    @Test
    void a_fault_that_does_not_apply_here_leaves_the_others_as_they_are() {
        assertThat(lines(phase(IN_EFFECT), phase(new Status.NotApplicable("one zone only"))))
                .isEmpty();
    }

    @Test
    void a_run_that_disturbed_nothing_is_invalid() {
        assertThat(lines(phase(new Status.NotApplicable("one zone only")), phase(new Status.NotApplicable("no links"))))
                .containsExactly("exit 6: no fault of the scenario applies to this cluster:"
                        + " crash: one zone only; crash: no links");
    }

    @Test
    void a_control_alone_asks_for_no_fault() {
        assertThat(lines()).isEmpty();
        assertThat(lines(new PhaseOutcome(
                        "a-a",
                        true,
                        List.of(),
                        List.of(),
                        OptionalLong.empty(),
                        Optional.empty(),
                        List.of(),
                        Optional.empty())))
                .isEmpty();
    }

    @Test
    void a_fault_that_is_still_there_outranks_everything() {
        AdversityResult adversity = new AdversityResult(
                "s",
                Optional.empty(),
                List.of(),
                List.of(judgement(ExpectationMeasure.LOST_ACKS, "0", ExpectationResult.ExpectationVerdict.MISSED)),
                List.of(new ScenarioProblem.NoBaseline("it drifts"), new ScenarioProblem.NotHealed("n1 is paused")));
        assertThat(ScenarioExitCodes.of(ExitReasons.OK, adversity).lines())
                .containsExactly(
                        "exit 8: n1 is paused",
                        "exit 6: it drifts",
                        "exit 4: run: lostAcks 0 was expected, but found 7");
    }

    private static List<String> lines(PhaseOutcome... phases) {
        AdversityResult adversity = new AdversityResult("s", Optional.empty(), List.of(phases), List.of(), List.of());
        return ScenarioExitCodes.of(ExitReasons.OK, adversity).lines();
    }

    private static PhaseOutcome phase(Status fate, ExpectationResult... judgements) {
        InjectionResult result = new InjectionResult(
                1,
                "crash",
                List.of(new InjectionRecord("kill", "kill", "n1", fate, Map.of())),
                Optional.empty(),
                InjectionResult.ObservationEnd.WATCHED,
                false);
        return new PhaseOutcome(
                "crash",
                false,
                List.of(new InjectionImpact(result, Optional.empty(), Optional.empty(), List.of())),
                List.of(judgements),
                OptionalLong.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty());
    }

    private static ExpectationResult judgement(
            ExpectationMeasure measure, String limit, ExpectationResult.ExpectationVerdict verdict) {
        return new ExpectationResult(Expectation.parse(measure, limit), verdict, "7");
    }
}
