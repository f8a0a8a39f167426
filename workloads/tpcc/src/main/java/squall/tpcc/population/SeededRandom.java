package squall.tpcc.population;

/**
 * A stream of random numbers that is a function of a seed and a place, the same on every machine: SplitMix64 (Steele, Lea, Flood 2014).
 *
 * <p>One thread. Made once and restarted at each place, so that drawing allocates nothing.
 */
public final class SeededRandom {
    private static final long GAMMA = 0x9E3779B97F4A7C15L;

    private long state;

    /** The stream of a place of two coordinates, such as a table and a warehouse, or a terminal and its step. */
    public static SeededRandom at(long seed, long first, long second) {
        SeededRandom chance = new SeededRandom();
        chance.restart(seed, first, second);
        return chance;
    }

    /** Goes on at the beginning of the stream of another place. */
    public void restart(long seed, long first, long second) {
        state = mix(mix(mix(seed + GAMMA) + first * GAMMA) + second * GAMMA);
    }

    /** 64 random bits. */
    public long bits() {
        state += GAMMA;
        return mix(state);
    }

    /** A whole number in [0, bound). */
    public int below(int bound) {
        // Lemire's multiplication without his rejection: no number's chance is off by more than bound / 2^64.
        return (int) Math.unsignedMultiplyHigh(bits(), bound);
    }

    /** A whole number in [low, high]: the specification's random(x, y), uniform and with both ends (2.1.4). */
    public int between(int low, int high) {
        return low + below(high - low + 1);
    }

    /** Whether something happens that does so in this many of a hundred cases. */
    public boolean percent(int share) {
        return below(100) < share;
    }

    /** A number in (0, 1), for think times. */
    public double uniform() {
        return ((bits() >>> 12) + 0.5) * 0x1.0p-52;
    }

    private static long mix(long bits) {
        long z = bits;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
