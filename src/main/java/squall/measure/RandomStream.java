package squall.measure;

/**
 * Stream of random numbers that is a function of its beginning, the same on every machine: SplitMix64 (Steele, Lea, Flood 2014). A subclass
 * makes the beginning from a seed and a place; seeds of recorded runs keep their numbers.
 *
 * <p>One thread. Made once and moved to each place, so that drawing allocates nothing.
 */
public abstract class RandomStream {
    protected static final long GAMMA = 0x9E3779B97F4A7C15L;

    private long state;

    protected final void begin(long at) {
        state = at;
    }

    /** Returns 64 random bits. */
    public final long bits() {
        state += GAMMA;
        return mix(state);
    }

    /** Returns a whole number drawn uniformly from [0, bound); no number's chance is off by more than bound / 2^64. */
    public final long below(long bound) {
        return Math.unsignedMultiplyHigh(bits(), bound);
    }

    /** Returns a number drawn uniformly from [0, 1). */
    public final double uniform() {
        return (bits() >>> 11) * 0x1.0p-53;
    }

    /** Spreads neighbouring numbers over all longs, no two to the same. */
    public static long mix(long bits) {
        long z = bits;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
