package squall.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import squall.cli.ExitCodes;
import squall.run.conduct.Fate;
import squall.run.conduct.Injected;
import squall.run.conduct.Strike;
import squall.run.conduct.Trouble;
import squall.scenario.expect.Expectation;
import squall.scenario.expect.Judgement;
import squall.scenario.expect.Measure;
import squall.verdict.Adversity;
import squall.verdict.PhaseOutcome;
import squall.verdict.StrikeOutcome;

class ScenarioCodesTest {
    private static final Fate IN_EFFECT = new Fate.InEffect("state T");

    @Test
    void what_was_expected_and_met_ends_with_0() {
        assertThat(lines(phase(IN_EFFECT, judgement(Measure.AVAILABILITY, ">= 0.9", Judgement.Verdict.MET))))
                .isEmpty();
    }

    @Test
    void a_missed_expectation_is_3_and_4_if_it_is_about_the_data() {
        assertThat(lines(phase(IN_EFFECT, judgement(Measure.AVAILABILITY, ">= 0.9", Judgement.Verdict.MISSED))))
                .containsExactly("exit 3: crash: availability >= 0.9 was expected, found 7");
        assertThat(lines(phase(IN_EFFECT, judgement(Measure.LOST_ACKS, "0", Judgement.Verdict.MISSED))))
                .containsExactly("exit 4: crash: lostAcks 0 was expected, found 7");
    }

    @Test
    void what_nothing_measured_is_invalid() {
        assertThat(lines(phase(IN_EFFECT, judgement(Measure.P99, "<= 10ms", Judgement.Verdict.UNDECIDED))))
                .containsExactly("exit 6: crash: p99 <= 10ms was expected, found 7");
    }

    @Test
    void a_fault_without_effect_or_one_that_could_not_be_injected_is_invalid() {
        assertThat(lines(phase(new Fate.WithoutEffect("state S"))))
                .containsExactly("exit 6: the fault was not in effect: crash: state S");
        assertThat(lines(phase(new Fate.Failed("no such process"))))
                .containsExactly("exit 6: the fault was not in effect: crash: no such process");
    }

    @Test
    void what_a_guard_forbade_did_not_happen_though_it_was_asked_for() {
        assertThat(lines(phase(new Fate.Refused("no quorum")))).containsExactly("exit 6: not done: crash: no quorum");
    }

    @Test
    void work_that_failed_is_an_expectation_not_met() {
        assertThat(lines(phase(new Fate.Unfinished("the work failed: disk full"))))
                .containsExactly("exit 3: crash: the work failed: disk full");
    }

    @Test
    void a_fault_that_does_not_apply_here_leaves_the_others_as_they_are() {
        assertThat(lines(phase(IN_EFFECT), phase(new Fate.NotApplicable("one zone only"))))
                .isEmpty();
    }

    @Test
    void a_run_that_disturbed_nothing_is_invalid() {
        assertThat(lines(phase(new Fate.NotApplicable("one zone only")), phase(new Fate.NotApplicable("no links"))))
                .containsExactly("exit 6: nothing was disturbed: no fault of the scenario applies here:"
                        + " crash: one zone only; crash: no links");
    }

    @Test
    void a_control_alone_asks_for_no_fault() {
        assertThat(lines()).isEmpty();
        assertThat(lines(new PhaseOutcome("a-a", true, List.of(), List.of(), OptionalLong.empty(), List.of())))
                .isEmpty();
    }

    @Test
    void a_fault_that_is_still_there_outranks_everything() {
        Adversity adversity = new Adversity(
                "s",
                Optional.empty(),
                List.of(),
                List.of(judgement(Measure.LOST_ACKS, "0", Judgement.Verdict.MISSED)),
                List.of(new Trouble.NoBaseline("it drifts"), new Trouble.NotHealed("n1 is paused")));
        assertThat(ScenarioCodes.of(ExitCodes.OK, adversity).lines())
                .containsExactly(
                        "exit 8: n1 is paused", "exit 6: it drifts", "exit 4: run: lostAcks 0 was expected, found 7");
    }

    private static List<String> lines(PhaseOutcome... phases) {
        Adversity adversity = new Adversity("s", Optional.empty(), List.of(phases), List.of(), List.of());
        return ScenarioCodes.of(ExitCodes.OK, adversity).lines();
    }

    private static PhaseOutcome phase(Fate fate, Judgement... judgements) {
        Strike strike = new Strike(
                1,
                "crash",
                List.of(new Injected("kill", "kill", "n1", fate, Map.of())),
                Optional.empty(),
                Strike.End.WATCHED,
                false);
        return new PhaseOutcome(
                "crash",
                false,
                List.of(new StrikeOutcome(strike, Optional.empty(), Optional.empty())),
                List.of(judgements),
                OptionalLong.empty(),
                List.of());
    }

    private static Judgement judgement(Measure measure, String limit, Judgement.Verdict verdict) {
        return new Judgement(Expectation.parse(measure, limit), verdict, "7");
    }
}
