package squall.ycsb.distribution;

/** YCSB's request distributions over the rows {@code first} to {@code first + count - 1}, as version 0.17.0 draws them. */
public final class KeyChoosers {
    /** The skew of upstream's zipfian. */
    public static final double THETA = 0.99;

    /** Upstream's zipfian ranks this many items, whatever the size of the table. */
    private static final long SCRAMBLED_ITEMS = 10_000_000_001L;

    /** Zeta as upstream computed it for these items; it is a little off, and kept because it shapes every published result. */
    private static final double SCRAMBLED_ZETA = 26.46902820178302;

    private KeyChoosers() {}

    public static KeyChooser uniform(long first, long count) {
        return (random, n, newest) -> {
            long key;
            do {
                key = first + random.below(count);
            } while (key > newest);
            return key;
        };
    }

    /** Chooses row {@code n} for operation {@code n}, and starts again after the last. */
    public static KeyChooser sequential(long first, long count) {
        return (random, n, newest) -> first + n % Math.min(count, newest - first + 1);
    }

    /**
     * Chooses as upstream's zipfian does: a rank among ten thousand million items, scattered over the rows by their hash.
     *
     * @param expected rows that inserts are expected to add
     */
    public static KeyChooser scrambledZipfian(long first, long count, long expected) {
        ZipfRanks ranks = new ZipfRanks(THETA, SCRAMBLED_ITEMS, SCRAMBLED_ZETA);
        long rows = count + expected + 1;
        return (random, n, newest) -> {
            long key;
            do {
                key = first + FnvHash.hash(ranks.rank(random.uniform())) % rows;
            } while (key > newest);
            return key;
        };
    }

    /** Chooses by a true Zipf distribution over the loaded rows; hot rows are scattered by a permutation that the seed does not change. */
    public static KeyChooser exactZipfian(long first, long count, double theta) {
        ExactZipfRanks ranks = new ExactZipfRanks(count, theta);
        Permutation scattered = new Permutation(count);
        return (random, n, newest) -> first + scattered.of(ranks.rank(random));
    }

    /** Chooses by a Zipf distribution counted back from the newest row. */
    public static KeyChooser latest(ZetaSum zeta) {
        return new KeyChooser() {
            private ZipfRanks ages = new ZipfRanks(THETA, 2, zeta.of(2));

            @Override
            public long next(SplitMix random, long n, long newest) {
                // Upstream ranks as many items as the number of the newest row; below 2 there is no noticeable skew.
                if (newest < 2) {
                    return random.below(newest + 1);
                }
                if (ages.items() != newest) {
                    ages = new ZipfRanks(THETA, newest, zeta.of(newest));
                }
                return newest - ages.rank(random.uniform());
            }
        };
    }

    /**
     * Chooses rows counted back from the newest, ever more rarely. @param percentile percentage of operations within the newest {@code
     * range} rows
     */
    public static KeyChooser exponential(double percentile, double range) {
        double gamma = -Math.log(1 - percentile / 100) / range;
        return (random, n, newest) -> {
            long key;
            do {
                // 1 - u lies in (0, 1]: the logarithm is finite.
                key = newest - (long) (-Math.log(1 - random.uniform()) / gamma);
            } while (key < 0);
            return key;
        };
    }

    /**
     * Chooses hot rows, those with the lowest numbers, for a share of the operations.
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
                key = random.uniform() < hotOperations ? first + random.below(hot) : first + hot + random.below(cold);
            } while (key > newest);
            return key;
        };
    }

    /**
     * Permutation of {@code [0, size)}: four Feistel rounds over the next even power of two, walked until the result lies inside.
     * Immutable.
     */
    static final class Permutation {
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

    /**
     * Zipf distribution of ranks, exact for any skew and in constant time (rejection-inversion, Hörmann and Derflinger 1996). Immutable.
     */
    private static final class ExactZipfRanks {
        private final long items;
        private final double theta;
        private final double areaOfAll;
        private final double areaOfFirst;
        private final double shortcut;

        ExactZipfRanks(long items, double theta) {
            this.items = items;
            this.theta = theta;
            this.areaOfFirst = area(1.5) - 1;
            this.areaOfAll = area(items + 0.5);
            this.shortcut = 2 - inverse(area(2.5) - density(2));
        }

        /** @return a rank from 0 to {@code items - 1} */
        long rank(SplitMix random) {
            while (true) {
                double u = areaOfAll + random.uniform() * (areaOfFirst - areaOfAll);
                double x = inverse(u);
                long k = Math.clamp(Math.round(x), 1, items);
                if ((double) k - x <= shortcut || u >= area((double) k + 0.5) - density((double) k)) {
                    return k - 1;
                }
            }
        }

        private double density(double x) {
            return Math.exp(-theta * Math.log(x));
        }

        /** Returns the integral of the density from 1 to x; written so that it holds for a skew of 1 too. */
        private double area(double x) {
            double log = Math.log(x);
            return growth((1 - theta) * log) * log;
        }

        private double inverse(double area) {
            double t = Math.max(-1, area * (1 - theta));
            return Math.exp(logGrowth(t) * area);
        }

        /** {@code (e^x - 1) / x}, also near 0. */
        private static double growth(double x) {
            return Math.abs(x) > 1e-8 ? Math.expm1(x) / x : 1 + x / 2 * (1 + x / 3);
        }

        /** {@code ln(1 + x) / x}, also near 0. */
        private static double logGrowth(double x) {
            return Math.abs(x) > 1e-8 ? Math.log1p(x) / x : 1 - x * (0.5 - x / 3);
        }
    }

    /**
     * The sum of {@code 1 / i^theta} for {@code i} from 1 to {@code n}, at once for any {@code n}.
     *
     * <p>The first terms are added up, the rest follows from the Euler-Maclaurin formula; the error is below the precision of a double.
     * (Upstream adds up all terms: minutes for a thousand million rows.) Immutable.
     */
    public static final class ZetaSum {
        private static final int SUMMED = 10_000;

        private final double theta;
        private final double[] sums = new double[SUMMED + 1];

        public ZetaSum(double theta) {
            this.theta = theta;
            for (int i = 1; i <= SUMMED; i++) {
                sums[i] = sums[i - 1] + power(i);
            }
        }

        public double of(long n) {
            if (n <= SUMMED) {
                return sums[(int) n];
            }
            double last = (double) n;
            double ends = (power(last) - power(SUMMED)) / 2;
            double slopes = theta * (power(SUMMED) / SUMMED - power(last) / last) / 12;
            return sums[SUMMED] + integral(last) + ends + slopes;
        }

        private double power(double i) {
            return Math.pow(i, -theta);
        }

        private double integral(double n) {
            return theta == 1
                    ? Math.log(n / SUMMED)
                    : (Math.pow(n, 1 - theta) - Math.pow(SUMMED, 1 - theta)) / (1 - theta);
        }
    }

    /**
     * Chooser of the row that an operation uses.
     *
     * <p>Each session has its own: a chooser may keep what it worked out, and shares nothing.
     */
    public interface KeyChooser {
        /**
         * @param random at the place of this operation
         * @param n number of the operation, from 0
         * @param newest highest key number that may be chosen: every row up to it has been answered for
         */
        long next(SplitMix random, long n, long newest);
    }

    /**
     * Zipf distribution of ranks as Gray et al. draw it ("Quickly Generating Billion-Record Synthetic Databases", 1994), which YCSB does
     * too: exact for the first two ranks, close for the others. Immutable.
     */
    static final class ZipfRanks {
        private final long items;
        private final double zeta;
        private final double eta;
        private final double alpha;
        private final double secondRank;

        /** @param zeta of {@code items} and {@code theta} */
        ZipfRanks(double theta, long items, double zeta) {
            this.items = items;
            this.zeta = zeta;
            double zetaOfTwo = 1 + Math.pow(2, -theta);
            this.alpha = 1 / (1 - theta);
            this.eta = (1 - Math.pow(2.0 / items, 1 - theta)) / (1 - zetaOfTwo / zeta);
            this.secondRank = 1 + Math.pow(0.5, theta);
        }

        long items() {
            return items;
        }

        /** @param uniform in {@code [0, 1)} @return a rank from 0 */
        long rank(double uniform) {
            double scaled = uniform * zeta;
            if (scaled < 1) {
                return 0;
            }
            if (scaled < secondRank) {
                return 1;
            }
            return (long) (items * Math.pow(eta * uniform - eta + 1, alpha));
        }
    }
}
