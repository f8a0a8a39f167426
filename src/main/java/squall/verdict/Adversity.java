package squall.verdict;

import java.util.List;
import java.util.Optional;
import squall.measure.recovery.Yardstick;
import squall.run.conduct.Conducted;
import squall.run.conduct.Trouble;
import squall.scenario.Scenario;
import squall.scenario.expect.Judgement;

/**
 * What a run under a scenario came to.
 *
 * @param scenario its name
 * @param yardstick what recovery was measured by; empty if there was no steady baseline
 * @param phases those that disturb, and the controls, in order
 * @param judgements of what was expected of the run as a whole
 * @param troubles why it did not come to its end
 */
public record Adversity(
        String scenario,
        Optional<Yardstick> yardstick,
        List<PhaseOutcome> phases,
        List<Judgement> judgements,
        List<Trouble> troubles) {
    public Adversity {
        phases = List.copyOf(phases);
        judgements = List.copyOf(judgements);
        troubles = List.copyOf(troubles);
    }

    /** Judges a run by what was measured in it and seen beside it. */
    public static Adversity of(Scenario scenario, Conducted conducted, Evidence evidence) {
        return new Judge(scenario, conducted, evidence).adversity();
    }
}
