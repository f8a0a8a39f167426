package squall.adversity.cli;

import squall.verdict.Adversity;
import squall.verdict.Repetitions;

/** Runs of one scenario as they come to their ends; of one thread. */
final class Repeated {
    /** How many there are to be. */
    private final int planned;

    private Repetitions all = Repetitions.NONE;

    Repeated(int planned) {
        this.planned = planned;
    }

    /** @param run the name of its directory */
    void add(String run, Adversity adversity) {
        all = all.and(run, adversity);
    }

    /** Of those that were added so far. */
    Repetitions all() {
        return all;
    }

    /** Whether there is, or is to be, a spread. */
    boolean several() {
        return planned > 1;
    }
}
