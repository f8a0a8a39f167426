package squall.report.statistics;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Test of Mann and Whitney (1947), by permutation: exact for any number of runs and with ties.
 *
 * @param u pairs in which the value of the second sample is the greater, those of equal values counted half
 * @param p probability of a U at least as far from its mean, if both samples are of one population; two-sided
 * @param superiority share of pairs in which the second is the greater, those of equal values counted half
 */
public record MannWhitney(double u, double p, double superiority) {
    /** Tests two samples. Values may be infinite, none may be NaN, and neither sample empty. */
    public static MannWhitney of(double[] first, double[] second) {
        if (first.length == 0 || second.length == 0) {
            throw new IllegalArgumentException("both samples must have values");
        }
        PooledRanks ranks = PooledRanks.of(first, second);
        int sum = ranks.sumOfFirst();
        double pairs = (double) first.length * second.length;
        double firstGreater = sum / 2.0 - first.length * (first.length + 1) / 2.0;
        double u = pairs - firstGreater;
        return new MannWhitney(u, ranks.sums().twoSided(sum), u / pairs);
    }

    /** Returns the smallest p that samples of these sizes can have at all. */
    public static double least(int first, int second) {
        double ways = 1;
        for (int i = 1; i <= Math.min(first, second); i++) {
            ways = ways * (first + second - Math.min(first, second) + i) / i;
        }
        return Math.min(1, 2 / ways);
    }

    /** Set of the ranks of two pooled samples, doubled, so that the shared ranks of equal values are whole numbers. */
    private static final class PooledRanks {
        private final int[] first;
        private final int[] all;

        private PooledRanks(int[] first, int[] all) {
            this.first = first;
            this.all = all;
        }

        static PooledRanks of(double[] first, double[] second) {
            double[] sorted = joined(first, second);
            Arrays.sort(sorted);
            return new PooledRanks(ranks(first, sorted), ranks(sorted, sorted));
        }

        /** Returns the sum of the ranks of the first sample. */
        int sumOfFirst() {
            return Arrays.stream(first).sum();
        }

        /** Computes the probability of each such sum. */
        RankSums sums() {
            return RankSums.of(all, first.length);
        }

        private static double[] joined(double[] first, double[] second) {
            double[] joined = Arrays.copyOf(first, first.length + second.length);
            System.arraycopy(second, 0, joined, first.length, second.length);
            return joined;
        }

        private static int[] ranks(double[] values, double[] sorted) {
            return Arrays.stream(values).mapToInt(value -> rank(value, sorted)).toArray();
        }

        /** Returns the first place of a value plus its last, from 1: twice their mean. */
        private static int rank(double value, double[] sorted) {
            int below = 0;
            int upTo = 0;
            for (double other : sorted) {
                below += other < value ? 1 : 0;
                upTo += other <= value ? 1 : 0;
            }
            return below + 1 + upTo;
        }
    }

    /**
     * Distribution of the sum of ranks of the first sample if only chance decides which values are in it: every choice of so many ranks
     * counted, ties included.
     *
     * <p>Exact, in time of (all values) x (first sample) x (sum of ranks): a hundred runs on each side take about a second.
     */
    static final class RankSums {
        private final int mean;
        private final double[] share;

        private RankSums(int mean, double[] share) {
            this.mean = mean;
            this.share = share;
        }

        /** @param ranks of all values, doubled */
        static RankSums of(int[] ranks, int chosen) {
            int sum = IntStream.of(ranks).sum();
            double[][] ways = new double[chosen + 1][sum + 1];
            ways[0][0] = 1;
            for (int seen = 0; seen < ranks.length; seen++) {
                int rank = ranks[seen];
                for (int size = Math.min(chosen, seen + 1); size > 0; size--) {
                    for (int s = sum; s >= rank; s--) {
                        ways[size][s] += ways[size - 1][s - rank];
                    }
                }
            }
            double all = 0;
            for (double count : ways[chosen]) {
                all += count;
            }
            double[] share = ways[chosen];
            for (int s = 0; s < share.length; s++) {
                share[s] /= all;
            }
            return new RankSums(chosen * (ranks.length + 1), share);
        }

        /** Computes the distribution where no two values are equal. */
        static RankSums untied(int first, int second) {
            return of(
                    IntStream.rangeClosed(1, first + second)
                            .map(rank -> 2 * rank)
                            .toArray(),
                    first);
        }

        /** Returns the probability of a sum at least as far from the mean as this one, on either side. */
        double twoSided(int sum) {
            int distance = Math.abs(sum - mean);
            double tails = 0;
            for (int s = 0; s < share.length; s++) {
                tails += Math.abs(s - mean) >= distance ? share[s] : 0;
            }
            return Math.min(1, tails);
        }

        /** Returns the probability of a sum of at most this. */
        double upTo(int sum) {
            double tail = 0;
            for (int s = 0; s <= Math.min(sum, share.length - 1); s++) {
                tail += share[s];
            }
            return tail;
        }
    }

    /** Correction of Holm (1979): p values such that the chance of any false alarm in the whole family stays at the level. */
    public static final class HolmCorrection {
        private HolmCorrection() {}

        /** Adjusts p values; returns them in the given order. */
        public static List<Double> adjusted(List<Double> p) {
            List<Integer> order = IntStream.range(0, p.size())
                    .boxed()
                    .sorted(Comparator.comparing(p::get))
                    .toList();
            double[] adjusted = new double[p.size()];
            double highest = 0;
            for (int place = 0; place < order.size(); place++) {
                highest = Math.max(highest, Math.min(1, (p.size() - place) * p.get(order.get(place))));
                adjusted[order.get(place)] = highest;
            }
            return IntStream.range(0, p.size()).mapToObj(i -> adjusted[i]).toList();
        }

        /** Returns the minimum number of runs on each side with which a family of so many metrics can show anything at this risk. */
        public static int runsNeeded(int metrics, double risk) {
            return IntStream.iterate(1, runs -> runs + 1)
                    .filter(runs -> enough(runs, runs, metrics, risk))
                    .findFirst()
                    .orElseThrow();
        }

        /** Returns whether the strongest of so many metrics could be significant with these runs at all. */
        public static boolean enough(int first, int second, int metrics, double risk) {
            return MannWhitney.least(first, second) * metrics <= risk;
        }
    }
}
