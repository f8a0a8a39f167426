package squall.sysbench;

import squall.measure.RandomStream;

/** Stream of the random numbers of an event. */
public final class EventRandom extends RandomStream {
    /** Moves to the beginning of the stream of another place. */
    public EventRandom restart(long seed, long place) {
        begin(mix(mix(seed + GAMMA) + place * GAMMA));
        return this;
    }

    /** Returns a whole number in [low, high], both included. */
    public int between(int low, int high) {
        return (int) (low + below((long) high - low + 1));
    }
}
