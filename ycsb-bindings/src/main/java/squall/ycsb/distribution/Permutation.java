package squall.ycsb.distribution;

/**
 * A fixed one-to-one scattering of {@code [0, size)} onto itself: four Feistel rounds over the next even power of two, walked until the
 * result lies inside. Immutable.
 */
final class Permutation {
    private static final int ROUNDS = 4;

    private final long size;
    private final int halfBits;
    private final long halfMask;

    Permutation(long size) {
        this.size = size;
        int bits = Math.max(2, Long.SIZE - Long.numberOfLeadingZeros(size - 1));
        this.halfBits = (bits + 1) / 2;
        this.halfMask = (1L << halfBits) - 1;
    }

    long of(long value) {
        long scattered = value;
        do {
            scattered = rounds(scattered);
        } while (scattered >= size);
        return scattered;
    }

    private long rounds(long value) {
        long left = value >>> halfBits;
        long right = value & halfMask;
        for (int round = 1; round <= ROUNDS; round++) {
            long mixed = left ^ (SplitMix.mix(right + round) & halfMask);
            left = right;
            right = mixed;
        }
        return left << halfBits | right;
    }
}
