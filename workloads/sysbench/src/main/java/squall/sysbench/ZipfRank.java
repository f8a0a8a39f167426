package squall.sysbench;

/**
 * Ranks by Zipf's law without a table of them, however many there are: rejection-inversion (Hörmann and Derflinger 1996, "Rejection-inversion
 * to generate variates from monotone discrete distributions"). Pure.
 */
public final class ZipfRank {
    private ZipfRank() {}

    /** A rank in [1, ranks], r as often as r to the power of minus the exponent. */
    public static long draw(EventRandom random, long ranks, double exponent) {
        double top = integral(1.5, exponent) - 1;
        double bottom = integral(ranks + 0.5, exponent);
        while (true) {
            double area = bottom + random.uniform() * (top - bottom);
            double at = inverse(area, exponent);
            long rank = Math.clamp((long) (at + 0.5), 1, ranks);
            if (area >= integral(rank + 0.5, exponent) - Math.exp(-exponent * Math.log((double) rank))) {
                return rank;
            }
        }
    }

    /** The integral of x to the power of minus the exponent, from 1; by way of expm1, so that it is exact near exponent 1 too. */
    private static double integral(double x, double exponent) {
        double log = Math.log(x);
        double scaled = (1 - exponent) * log;
        return (Math.abs(scaled) < 1e-8 ? 1 + scaled / 2 : Math.expm1(scaled) / scaled) * log;
    }

    private static double inverse(double area, double exponent) {
        double scaled = Math.max(-1, area * (1 - exponent));
        return Math.exp((Math.abs(scaled) < 1e-8 ? 1 - scaled / 2 : Math.log1p(scaled) / scaled) * area);
    }
}
