package squall.measure;

/**
 * When each of many terminals is due: a pure function of terminal, count and previous time.
 *
 * <p>Even terminals start at a random phase of their period and then keep it exactly; Poisson terminals wait exponential times.
 */
public final class ThinkTimes {
    private final double periodNs;
    private final boolean poisson;
    private final long seed;

    /** @param perSecondEach operations of one terminal, above 0 */
    public ThinkTimes(double perSecondEach, boolean poisson, long seed) {
        this.periodNs = 1e9 / perSecondEach;
        this.poisson = poisson;
        this.seed = seed;
    }

    /**
     * Nanoseconds since the schedule's start at which a terminal's operation number {@code count} is due.
     *
     * @param previousNs when the one before was due; 0 if {@code count} is 0
     */
    public long dueNs(int terminal, long count, long previousNs) {
        long own = SeededNumbers.mix(seed, terminal);
        return poisson
                ? previousNs + Math.round(periodNs * SeededNumbers.exponential(SeededNumbers.uniform(own, count)))
                : Math.round(periodNs * (SeededNumbers.uniform(own, 0) + count));
    }
}
