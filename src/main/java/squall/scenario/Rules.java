package squall.scenario;

/**
 * How a scenario is measured.
 *
 * @param seed of everything random: targets, gaps, the load
 * @param repetitions how often the disturbed phases pass, each time at another moment of the cluster's own intervals
 * @param recovery when a disturbed system counts as recovered
 */
public record Rules(long seed, int repetitions, Windows windows, RecoveryRule recovery) {
    public Rules {
        Checks.atLeast("repetitions", 1, repetitions);
    }

    public Rules withSeed(long other) {
        return new Rules(other, repetitions, windows, recovery);
    }
}
