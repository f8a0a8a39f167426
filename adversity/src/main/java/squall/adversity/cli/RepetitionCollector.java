package squall.adversity.cli;

import squall.verdict.AdversityResult;
import squall.verdict.ScenarioRepetitions;

/** Runs of one scenario as they come to their ends; of one thread. */
final class RepetitionCollector {
    /** How many there are to be. */
    private final int planned;

    private ScenarioRepetitions all = ScenarioRepetitions.NONE;

    RepetitionCollector(int planned) {
        this.planned = planned;
    }

    /** @param run the name of its directory */
    void add(String run, AdversityResult adversity) {
        all = all.and(run, adversity);
    }

    /** Of those that were added so far. */
    ScenarioRepetitions all() {
        return all;
    }

    /** Whether there is, or is to be, a spread. */
    boolean several() {
        return planned > 1;
    }
}
