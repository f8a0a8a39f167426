package squall.sysbench.kv;

import java.util.List;
import java.util.stream.LongStream;
import squall.sysbench.EventRandom;
import squall.sysbench.RandomDistribution.ZipfRank;

/**
 * Which key write number n writes; no random number and no seed is in it, so that every run and every client finds what others wrote. Pure.
 *
 * @param order of the keys
 * @param cycleLength after so many writes the same keys come again
 */
public record KvKeys(Order order, long cycleLength) {
    /** CockroachDB's usual exponent. */
    private static final double ZIPF_EXPONENT = 1.1;

    /** Where keys lie. */
    public enum Order {
        /** Spread over all 64-bit numbers, no two writes to one key before the cycle is over. */
        UNIFORM,
        /** One after the other from 0. */
        SEQUENTIAL,
        /** Low keys again and again, high ones hardly ever. */
        ZIPFIAN
    }

    public KvKeys {
        if (cycleLength < 1) {
            throw new IllegalArgumentException("cycleLength must be at least 1: " + cycleLength);
        }
    }

    /** The key of a write. @param write from 0 */
    public long key(long write) {
        long n = write % cycleLength;
        return switch (order) {
            case UNIFORM -> EventRandom.mix(n);
            case SEQUENTIAL -> n;
            case ZIPFIAN -> ZipfRank.draw(new EventRandom().restart(0, n), Long.MAX_VALUE, ZIPF_EXPONENT) - 1;
        };
    }

    /** Keys that cut the range in which keys lie into pieces of equal width, in order. @param count of the cuts */
    public List<Long> cuts(int count) {
        return switch (order) {
            // Half the width first, as the whole range is wider than a long.
            case UNIFORM ->
                LongStream.rangeClosed(1, count)
                        .map(i -> Long.MIN_VALUE + i * (Long.MAX_VALUE / (count + 1L) - Long.MIN_VALUE / (count + 1L)))
                        .boxed()
                        .toList();
            case SEQUENTIAL -> cuts(count, cycleLength);
            case ZIPFIAN -> cuts(count, Long.MAX_VALUE);
        };
    }

    private static List<Long> cuts(int count, long range) {
        return LongStream.rangeClosed(1, count)
                .map(i -> i * (range / (count + 1L)))
                .boxed()
                .toList();
    }
}
