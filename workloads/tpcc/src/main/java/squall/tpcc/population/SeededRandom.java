package squall.tpcc.population;

import squall.measure.RandomStream;

/** Stream of the random numbers of a place of two coordinates. */
public final class SeededRandom extends RandomStream {
    /** Returns the stream of a place of two coordinates, such as a table and a warehouse, or a terminal and its step. */
    public static SeededRandom at(long seed, long first, long second) {
        SeededRandom chance = new SeededRandom();
        chance.restart(seed, first, second);
        return chance;
    }

    /** Restarts at the beginning of the stream of another place. */
    public void restart(long seed, long first, long second) {
        begin(mix(mix(mix(seed + GAMMA) + first * GAMMA) + second * GAMMA));
    }

    /** Returns a whole number in [0, bound). */
    public int below(int bound) {
        return (int) below((long) bound);
    }

    /** Returns a whole number in [low, high]: the specification's random(x, y), uniform and with both ends (2.1.4). */
    public int between(int low, int high) {
        return low + below(high - low + 1);
    }

    /** Returns true in this many of a hundred cases. */
    public boolean percent(int share) {
        return below(100) < share;
    }

    /** Returns a number in (0, 1), for think times. */
    public double openUniform() {
        return ((bits() >>> 12) + 0.5) * 0x1.0p-52;
    }
}
