package squall.ycsb.distribution;

import squall.measure.RandomStream;

/**
 * Stream of random numbers that can be moved to any place at once: what operation {@code n} draws depends on the seed and on {@code n}
 * only, whichever session performs it.
 */
public final class SplitMix extends RandomStream {
    /** Moves to the beginning of what operation {@code n} of this seed draws. */
    public SplitMix seek(long seed, long n) {
        begin(mix(mix(seed) + n * GAMMA));
        return this;
    }
}
