package squall.ycsb.distribution;

/**
 * The sum of {@code 1 / i^theta} for {@code i} from 1 to {@code n}, at once for any {@code n}.
 *
 * <p>The first terms are added up, the rest follows from the Euler-Maclaurin formula; the error is below the precision of a double.
 * (Upstream adds up all terms: minutes for a thousand million rows.) Immutable.
 */
public final class Zeta {
    private static final int SUMMED = 10_000;

    private final double theta;
    private final double[] sums = new double[SUMMED + 1];

    public Zeta(double theta) {
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
        return theta == 1 ? Math.log(n / SUMMED) : (Math.pow(n, 1 - theta) - Math.pow(SUMMED, 1 - theta)) / (1 - theta);
    }
}
