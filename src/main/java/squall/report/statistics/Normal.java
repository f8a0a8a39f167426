package squall.report.statistics;

/** The standard normal distribution. */
final class Normal {
    /** Beyond this nothing is left that a double could tell. */
    private static final double EDGE = 8;

    private Normal() {}

    /** The share below a value, by the series of odd powers around 0. */
    static double below(double value) {
        if (Math.abs(value) > EDGE) {
            return value < 0 ? 0 : 1;
        }
        double term = value;
        double sum = value;
        for (int odd = 3; Math.abs(term) > 1e-17 * Math.abs(sum); odd += 2) {
            term *= value * value / odd;
            sum += term;
        }
        return 0.5 + sum * Math.exp(-value * value / 2) / Math.sqrt(2 * Math.PI);
    }

    /** The value that this share lies below, by halving. @param share in [0, 1] */
    static double quantile(double share) {
        double low = -EDGE;
        double high = EDGE;
        for (int step = 0; step < 60; step++) {
            double middle = (low + high) / 2;
            if (below(middle) < share) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }
}
