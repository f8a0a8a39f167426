package squall.verdict;

import java.util.List;
import java.util.Optional;
import squall.engine.phases.ScenarioResult;
import squall.engine.phases.ScenarioResult.ScenarioProblem;
import squall.measure.recovery.BaselineCriteria;
import squall.scenario.Scenario;
import squall.scenario.expect.Expectation.ExpectationResult;

/**
 * What a run under a scenario came to.
 *
 * @param scenario its name
 * @param criteria the baseline for recovery; empty if there was no stable baseline
 * @param phases those that disturb, and the controls, in order
 * @param judgements of what was expected of the run as a whole
 * @param problems why it did not complete
 */
public record AdversityResult(
        String scenario,
        Optional<BaselineCriteria> criteria,
        List<PhaseOutcome> phases,
        List<ExpectationResult> judgements,
        List<ScenarioProblem> problems) {
    public AdversityResult {
        phases = List.copyOf(phases);
        judgements = List.copyOf(judgements);
        problems = List.copyOf(problems);
    }

    /** Judges a run by its measurements and the findings of its probes. */
    public static AdversityResult of(Scenario scenario, ScenarioResult conducted, ProbeEvidence evidence) {
        return new ScenarioJudge(scenario, conducted, evidence).adversity();
    }
}
