package squall.ycsb.distribution;

/** YCSB's request distributions over the rows {@code first} to {@code first + count - 1}, as version 0.17.0 draws them. */
public final class KeyChoosers {
    /** The skew of upstream's zipfian. */
    public static final double THETA = 0.99;

    /** Upstream's zipfian ranks this many items, whatever the size of the table. */
    private static final long SCRAMBLED_ITEMS = 10_000_000_001L;

    /** What upstream computed as zeta for those; it is a little off, and kept because it shapes every published result. */
    private static final double SCRAMBLED_ZETA = 26.46902820178302;

    private KeyChoosers() {}

    public static KeyChooser uniform(long first, long count) {
        return (random, n, newest) -> {
            long key;
            do {
                key = first + random.nextLong(count);
            } while (key > newest);
            return key;
        };
    }

    /** Operation {@code n} goes to row {@code n}, and round again. */
    public static KeyChooser sequential(long first, long count) {
        return (random, n, newest) -> first + n % Math.min(count, newest - first + 1);
    }

    /**
     * Upstream's zipfian: a rank among ten thousand million items, scattered over the rows by their hash.
     *
     * @param expected rows that inserts are expected to add
     */
    public static KeyChooser scrambledZipfian(long first, long count, long expected) {
        Zipf ranks = new Zipf(THETA, SCRAMBLED_ITEMS, SCRAMBLED_ZETA);
        long rows = count + expected + 1;
        return (random, n, newest) -> {
            long key;
            do {
                key = first + Fnv.hash(ranks.rank(random.nextDouble())) % rows;
            } while (key > newest);
            return key;
        };
    }

    /** A true Zipf over the rows that were loaded; hot rows are scattered by a permutation that the seed does not change. */
    public static KeyChooser exactZipfian(long first, long count, double theta) {
        ExactZipf ranks = new ExactZipf(count, theta);
        Permutation scattered = new Permutation(count);
        return (random, n, newest) -> first + scattered.of(ranks.rank(random));
    }

    /** Zipfian counted back from the newest row. */
    public static KeyChooser latest(Zeta zeta) {
        return new KeyChooser() {
            private Zipf ages = new Zipf(THETA, 2, zeta.of(2));

            @Override
            public long next(SplitMix random, long n, long newest) {
                // Upstream ranks as many items as the newest row's number says; below 2 there is no skew to speak of.
                if (newest < 2) {
                    return random.nextLong(newest + 1);
                }
                if (ages.items() != newest) {
                    ages = new Zipf(THETA, newest, zeta.of(newest));
                }
                return newest - ages.rank(random.nextDouble());
            }
        };
    }

    /** Counted back from the newest row, ever rarer. @param percentile percentage of operations within the newest {@code range} rows */
    public static KeyChooser exponential(double percentile, double range) {
        double gamma = -Math.log(1 - percentile / 100) / range;
        return (random, n, newest) -> {
            long key;
            do {
                // 1 - u lies in (0, 1]: the logarithm is finite.
                key = newest - (long) (-Math.log(1 - random.nextDouble()) / gamma);
            } while (key < 0);
            return key;
        };
    }

    /**
     * A share of the operations goes to the hot rows, those with the lowest numbers.
     *
     * @throws IllegalArgumentException if operations would go to an empty set of rows
     */
    public static KeyChooser hotspot(long first, long count, double hotRows, double hotOperations) {
        long hot = (long) (count * hotRows);
        long cold = count - hot;
        if ((hot == 0 && hotOperations > 0) || (cold == 0 && hotOperations < 1)) {
            throw new IllegalArgumentException("of " + count + " rows hotspotdatafraction=" + hotRows + " makes " + hot
                    + " hot and " + cold + " cold, but hotspotopnfraction=" + hotOperations
                    + " sends operations to both");
        }
        return (random, n, newest) -> {
            long key;
            do {
                key = random.nextDouble() < hotOperations
                        ? first + random.nextLong(hot)
                        : first + hot + random.nextLong(cold);
            } while (key > newest);
            return key;
        };
    }
}
