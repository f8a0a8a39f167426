package squall.measure;

/**
 * Due times of many terminals: a pure function of terminal, count and previous time.
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
     * Returns the due time of a terminal's operation number {@code count}, in nanoseconds since the schedule's start.
     *
     * @param previousNs due time of the previous operation; 0 if {@code count} is 0
     */
    public long dueNs(int terminal, long count, long previousNs) {
        long own = SeededNumbers.mix(seed, terminal);
        return poisson
                ? previousNs + Math.round(periodNs * SeededNumbers.exponential(SeededNumbers.uniform(own, count)))
                : Math.round(periodNs * (SeededNumbers.uniform(own, 0) + count));
    }

    /** Pseudo-random numbers as a function of a seed and an index, the same on every machine. */
    static final class SeededNumbers {
        private SeededNumbers() {}

        static long mix(long seed, long place) {
            return RandomStream.mix(seed + place * RandomStream.GAMMA);
        }

        /** Returns a number in [0, 1). */
        static double uniform(long seed, long place) {
            return (mix(seed, place) >>> 11) * 0x1.0p-53;
        }

        /** Returns an exponentially distributed distance with mean 1. Strict, so that a seed gives the same schedule on every machine. */
        static double exponential(double uniform) {
            return -StrictMath.log1p(-uniform);
        }
    }
}
