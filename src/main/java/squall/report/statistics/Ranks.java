package squall.report.statistics;

import java.util.Arrays;

/** Ranks of two samples thrown together, doubled, so that the shared ranks of equal values are whole numbers. */
final class Ranks {
    private final int[] first;
    private final int[] all;

    private Ranks(int[] first, int[] all) {
        this.first = first;
        this.all = all;
    }

    static Ranks of(double[] first, double[] second) {
        double[] sorted = joined(first, second);
        Arrays.sort(sorted);
        return new Ranks(ranks(first, sorted), ranks(sorted, sorted));
    }

    /** Those of the first sample, added. */
    int sumOfFirst() {
        return Arrays.stream(first).sum();
    }

    /** How likely each such sum is. */
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

    /** The first place of a value and its last, from 1, added: twice their mean. */
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
