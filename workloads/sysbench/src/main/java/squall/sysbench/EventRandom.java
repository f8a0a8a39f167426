package squall.sysbench;

/**
 * A stream of random numbers that is a function of a seed and a place, the same on every machine: SplitMix64 (Steele, Lea, Flood 2014).
 *
 * <p>One thread. Made once and restarted at each place, so that drawing allocates nothing.
 */
public final class EventRandom {
    private static final long GAMMA = 0x9E3779B97F4A7C15L;

    private long state;

    /** Goes on at the beginning of the stream of another place. */
    public EventRandom restart(long seed, long place) {
        state = mix(mix(seed + GAMMA) + place * GAMMA);
        return this;
    }

    /** 64 random bits. */
    public long bits() {
        state += GAMMA;
        return mix(state);
    }

    /** A whole number in [0, bound). No number's chance is off by more than bound / 2^64. */
    public long below(long bound) {
        return Math.unsignedMultiplyHigh(bits(), bound);
    }

    /** A whole number in [low, high], both included. */
    public int between(int low, int high) {
        return (int) (low + below((long) high - low + 1));
    }

    /** A number in [0, 1). */
    public double uniform() {
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
