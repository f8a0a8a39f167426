package squall.report.statistics;

/**
 * The test of Mann and Whitney (1947), by permutation: exact for any number of runs and with ties.
 *
 * @param u pairs in which the value of the second sample is the greater, those of equal values counted half
 * @param p how likely a U at least as far from its mean is, if both samples are of one population; two-sided
 * @param superiority share of pairs in which the second is the greater, those of equal values counted half
 */
public record MannWhitney(double u, double p, double superiority) {
    /** Values may be infinite, none may be NaN, and neither sample empty. */
    public static MannWhitney of(double[] first, double[] second) {
        if (first.length == 0 || second.length == 0) {
            throw new IllegalArgumentException("both samples must have values");
        }
        Ranks ranks = Ranks.of(first, second);
        int sum = ranks.sumOfFirst();
        double pairs = (double) first.length * second.length;
        double firstGreater = sum / 2.0 - first.length * (first.length + 1) / 2.0;
        double u = pairs - firstGreater;
        return new MannWhitney(u, ranks.sums().twoSided(sum), u / pairs);
    }

    /** The smallest p that samples of these sizes can have at all. */
    public static double least(int first, int second) {
        double ways = 1;
        for (int i = 1; i <= Math.min(first, second); i++) {
            ways = ways * (first + second - Math.min(first, second) + i) / i;
        }
        return Math.min(1, 2 / ways);
    }
}
