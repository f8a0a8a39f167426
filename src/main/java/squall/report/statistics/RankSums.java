package squall.report.statistics;

import java.util.stream.IntStream;

/**
 * How likely each sum of ranks of the first sample is if nothing but chance decides which values are in it: every choice of so many ranks
 * counted, ties included.
 *
 * <p>Exact, in time of (all values) x (first sample) x (sum of ranks): a hundred runs on each side take about a second.
 */
final class RankSums {
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

    /** Where no two values are equal. */
    static RankSums untied(int first, int second) {
        return of(IntStream.rangeClosed(1, first + second).map(rank -> 2 * rank).toArray(), first);
    }

    /** How likely a sum is that is at least as far from the mean as this one, on either side. */
    double twoSided(int sum) {
        int distance = Math.abs(sum - mean);
        double tails = 0;
        for (int s = 0; s < share.length; s++) {
            tails += Math.abs(s - mean) >= distance ? share[s] : 0;
        }
        return Math.min(1, tails);
    }

    /** How likely a sum of at most this is. */
    double upTo(int sum) {
        double tail = 0;
        for (int s = 0; s <= Math.min(sum, share.length - 1); s++) {
            tail += share[s];
        }
        return tail;
    }
}
