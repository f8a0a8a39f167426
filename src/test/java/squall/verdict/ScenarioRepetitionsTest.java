package squall.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static squall.measure.recovery.Seconds.after;
import static squall.verdict.Outcomes.CALM;
import static squall.verdict.Outcomes.IN_EFFECT;
import static squall.verdict.Outcomes.conducted;
import static squall.verdict.Outcomes.injected;
import static squall.verdict.Outcomes.scenario;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import squall.measure.recovery.FigureSpread;
import squall.measure.recovery.FigureSpread.FigureValue;
import squall.scenario.expect.Expectations;

class ScenarioRepetitionsTest {
    private static final long[] CALM_CONTROL = {100, 100, 100, 100};

    /** Nothing for four seconds, then all. */
    private static final long[] BACK = {0, 0, 0, 0, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100};

    private static final long[] NEVER_BACK = {0, 0, 0, 0, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50};

    @Test
    void figures_of_each_phase_are_told_over_all_runs() {
        List<ScenarioRepetitions.RepeatedPhase> phases = ScenarioRepetitions.NONE
                .and("run-1", run(BACK))
                .and("run-2", run(BACK))
                .phases();
        assertThat(phases)
                .extracting(ScenarioRepetitions.RepeatedPhase::name)
                .containsExactly("baseline", "a-a", "pause");
        assertThat(phases.getFirst().figures().get("goodput_per_s"))
                .isEqualTo(new FigureSpread(List.of(FigureValue.exactly(100), FigureValue.exactly(100))));
        assertThat(phases.getLast().figures())
                .containsEntry(
                        "back_from_healing_s",
                        new FigureSpread(List.of(FigureValue.exactly(0), FigureValue.exactly(0))))
                .containsEntry("outage_s", new FigureSpread(List.of(FigureValue.exactly(4), FigureValue.exactly(4))));
        assertThat(PhaseHeadlines.definitions().keySet())
                .containsAll(phases.getFirst().figures().keySet())
                .containsAll(phases.getLast().figures().keySet());
    }

    @Test
    void a_run_that_did_not_come_back_leaves_no_number() {
        FigureSpread back = ScenarioRepetitions.NONE
                .and("run-1", run(BACK))
                .and("run-2", run(NEVER_BACK))
                .phases()
                .getLast()
                .figures()
                .getOrDefault("back_from_healing_s", new FigureSpread(List.of(FigureValue.exactly(-1))));
        assertThat(back.median()).isEqualTo(new FigureValue(0, true));
        assertThat(back.interval().high().atLeast()).isTrue();
    }

    @Test
    void what_noise_does_not_score_stands_apart_from_the_control() {
        ScenarioRepetitions.RepeatedPhase pause = ScenarioRepetitions.NONE
                .and("run-1", run(BACK))
                .and("run-2", run(BACK))
                .phases()
                .getLast();
        assertThat(pause.apart()).contains("availability", "outage_s").doesNotContain("p99_times");
    }

    private static AdversityResult run(long[] pause) {
        int disturbed = CALM + CALM_CONTROL.length;
        long[] all = Arrays.copyOf(CALM_CONTROL, CALM_CONTROL.length + pause.length);
        System.arraycopy(pause, 0, all, CALM_CONTROL.length, pause.length);
        return ScenarioJudge.judge(
                scenario(Expectations.NONE, "a-a", "pause"),
                conducted(
                        after(CALM, all),
                        injected(1, "a-a", CALM, CALM + 2, disturbed, IN_EFFECT),
                        injected(2, "pause", disturbed, disturbed + 4, disturbed + pause.length, IN_EFFECT)),
                ProbeEvidence.NONE);
    }
}
