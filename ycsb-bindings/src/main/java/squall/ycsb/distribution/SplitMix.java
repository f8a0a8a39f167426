package squall.ycsb.distribution;

/**
 * A stream of random numbers that can be moved to any place at once: what operation {@code n} draws depends on the seed and on
 * {@code n} only, whichever session performs it (SplitMix64, Steele, Lea and Flood 2014).
 *
 * <p>One thread.
 */
public final class SplitMix {
    private static final long GAMMA = 0x9E3779B97F4A7C15L;
    private static final double UNIT = 0x1.0p-53;

    private long state;

    /** Moves to the beginning of what operation {@code n} of this seed draws. */
    public SplitMix seek(long seed, long n) {
        state = mix(mix(seed) + n * GAMMA);
        return this;
    }

    public long nextLong() {
        state += GAMMA;
        return mix(state);
    }

    /** Uniform in {@code [0, 1)}. */
    public double nextDouble() {
        return (nextLong() >>> 11) * UNIT;
    }

    /** Uniform in {@code [0, bound)}; its bias is below {@code bound / 2^64}. */
    public long nextLong(long bound) {
        return Math.unsignedMultiplyHigh(nextLong(), bound);
    }

    public int nextInt(int bound) {
        return (int) nextLong(bound);
    }

    /** A well mixed 64-bit hash. */
    static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
