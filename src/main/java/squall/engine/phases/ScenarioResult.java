package squall.engine.phases;

import java.util.List;
import java.util.Optional;
import squall.engine.RunEvent;
import squall.engine.RunResult;
import squall.measure.recovery.BaselineCriteria;
import squall.measure.recovery.SecondSeries;

/**
 * A run under a scenario, as it went.
 *
 * @param series every second of it
 * @param criteria the baseline for comparisons; empty if there was no stable baseline
 * @param injectionResults the injections, in order
 * @param problems why it did not complete; empty if it did, or was interrupted by the user
 * @param unheard events after the last one that the run's listeners received: healing after a failed run, for example
 */
public record ScenarioResult(
        RunResult result,
        SecondSeries series,
        Optional<BaselineCriteria> criteria,
        List<InjectionResult> injectionResults,
        List<ScenarioProblem> problems,
        List<RunEvent> unheard) {
    public ScenarioResult {
        injectionResults = List.copyOf(injectionResults);
        problems = List.copyOf(problems);
        unheard = List.copyOf(unheard);
    }

    /** Why a scenario did not come to its end, or its figures do not mean what they say. */
    public sealed interface ScenarioProblem {
        /** What and why, one line. */
        String text();

        /** A fault may still be there; what is left to do by hand. */
        record NotHealed(String text) implements ScenarioProblem {}

        /** The baseline was not steady, so there is nothing to compare with. */
        record NoBaseline(String text) implements ScenarioProblem {}
    }
}
