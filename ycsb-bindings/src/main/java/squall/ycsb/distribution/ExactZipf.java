package squall.ycsb.distribution;

/**
 * Ranks by Zipf's law, exactly, for any skew and in constant time (rejection-inversion, Hörmann and Derflinger 1996). Immutable.
 */
final class ExactZipf {
    private final long items;
    private final double theta;
    private final double areaOfAll;
    private final double areaOfFirst;
    private final double shortcut;

    ExactZipf(long items, double theta) {
        this.items = items;
        this.theta = theta;
        this.areaOfFirst = area(1.5) - 1;
        this.areaOfAll = area(items + 0.5);
        this.shortcut = 2 - inverse(area(2.5) - density(2));
    }

    /** @return a rank from 0 to {@code items - 1} */
    long rank(SplitMix random) {
        while (true) {
            double u = areaOfAll + random.nextDouble() * (areaOfFirst - areaOfAll);
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

    /** The integral of the density from 1 to x; written so that it holds for a skew of 1 too. */
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
