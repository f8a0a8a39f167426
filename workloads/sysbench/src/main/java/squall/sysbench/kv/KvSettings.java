package squall.sysbench.kv;

import java.util.List;
import java.util.stream.LongStream;
import squall.sysbench.EventRandom;
import squall.sysbench.RandomDistribution.ZipfRank;

/**
 * Settings of the workload.
 *
 * @param keys in which order keys are written, and how many there are
 * @param readPercent of a hundred operations so many are reads, exactly
 * @param minBlockBytes of a value
 * @param maxBlockBytes of a value
 * @param batch rows of one statement
 * @param firstWrite number of the first write; all before it were written by earlier runs
 * @param seed of what is read and written when, and of the values; keys don't depend on it
 * @param verify whether acknowledged writes are looked up after the run
 */
public record KvSettings(
        KvKeys keys,
        int readPercent,
        int minBlockBytes,
        int maxBlockBytes,
        int batch,
        long firstWrite,
        long seed,
        boolean verify) {
    public KvSettings {
        if (readPercent < 0 || readPercent > 100) {
            throw new IllegalArgumentException("readPercent must be in [0, 100]: " + readPercent);
        }
        if (minBlockBytes < 1 || maxBlockBytes < minBlockBytes) {
            throw new IllegalArgumentException("block bytes must be at least 1, and the most not below the least: "
                    + minBlockBytes + ", " + maxBlockBytes);
        }
        if (batch < 1 || firstWrite < 0) {
            throw new IllegalArgumentException(
                    "batch must be at least 1, firstWrite at least 0: " + batch + ", " + firstWrite);
        }
    }

    /** Returns the same settings for a run after so many rows were written. */
    public KvSettings from(long write) {
        return new KvSettings(keys, readPercent, minBlockBytes, maxBlockBytes, batch, write, seed, verify);
    }

    /** Returns the same settings without checks before or after the run. */
    public KvSettings withoutChecks() {
        return new KvSettings(keys, readPercent, minBlockBytes, maxBlockBytes, batch, firstWrite, seed, false);
    }

    /** Returns how many rows have been written after so many turns, with those of earlier runs. */
    public long writtenAfter(long turns) {
        return new KvTurns(this).write(turns);
    }

    /**
     * Key of write number n; it depends on no random number and no seed, so that every run and every client finds what others wrote. Pure.
     *
     * @param order of the keys
     * @param cycleLength after so many writes the same keys come again
     */
    public record KvKeys(KeyOrder order, long cycleLength) {
        /** CockroachDB's usual exponent. */
        private static final double ZIPF_EXPONENT = 1.1;

        /** Order of keys. */
        public enum KeyOrder {
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

        /** Returns the key of a write. @param write from 0 */
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
                            .map(i -> Long.MIN_VALUE
                                    + i * (Long.MAX_VALUE / (count + 1L) - Long.MIN_VALUE / (count + 1L)))
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
}
