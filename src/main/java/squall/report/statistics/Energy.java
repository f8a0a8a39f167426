package squall.report.statistics;

/** The energy distance between stretches of a series. */
final class Energy {
    /** Of all distances between values before one place and values before another. */
    private final double[][] sums;

    private Energy(double[][] sums) {
        this.sums = sums;
    }

    static Energy of(double[] values) {
        double[][] sums = new double[values.length + 1][values.length + 1];
        for (int i = 0; i < values.length; i++) {
            double row = 0;
            for (int j = 0; j < values.length; j++) {
                row += Math.abs(values[i] - values[j]);
                sums[i + 1][j + 1] = sums[i][j + 1] + row;
            }
        }
        return new Energy(sums);
    }

    /**
     * Between everything before a cut and what is from there to an end: twice the mean distance of values on different sides, less the mean
     * distances within each side, weighted by the sizes of both.
     */
    double between(int cut, int end) {
        double here = cut;
        double there = (double) end - cut;
        double across = sums[cut][end] - sums[cut][cut];
        double behind = sums[end][end] - 2 * sums[cut][end] + sums[cut][cut];
        double distance = 2 * across / (here * there) - within(sums[cut][cut], here) - within(behind, there);
        return distance * here * there / (here + there);
    }

    private static double within(double sum, double count) {
        return count < 2 ? 0 : sum / (count * (count - 1));
    }
}
