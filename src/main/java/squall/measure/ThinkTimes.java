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

    /** Numbers that are a function of a seed and a place, the same on every machine. */
    static final class SeededNumbers {
        private SeededNumbers() {}

        /** Spreads neighbouring places over all longs: the finalizer of SplitMix64 (Steele, Lea, Flood 2014). */
        static long mix(long seed, long place) {
            long z = seed + place * 0x9E3779B97F4A7C15L;
            z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
            z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
            return z ^ (z >>> 31);
        }

        /** A number in [0, 1). */
        static double uniform(long seed, long place) {
            return (mix(seed, place) >>> 11) * 0x1.0p-53;
        }

        /** An exponentially distributed distance with mean 1. Strict, so that a seed means the same schedule everywhere. */
        static double exponential(double uniform) {
            return -StrictMath.log1p(-uniform);
        }
    }
}
