package squall.report.statistics;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleBiFunction;
import squall.report.statistics.LocationShift.ConfidenceInterval;

/**
 * Bootstrap interval of a figure of two samples, corrected for bias and skewness (BCa, Efron 1987). The same seed gives the same interval.
 */
public final class Bootstrap {
    private static final int DRAWS = 4000;

    private final double[] first;
    private final double[] second;
    private final ToDoubleBiFunction<double[], double[]> figure;

    private Bootstrap(double[] first, double[] second, ToDoubleBiFunction<double[], double[]> figure) {
        this.first = first;
        this.second = second;
        this.figure = figure;
    }

    /** Computes the interval of the median of all differences. */
    public static ConfidenceInterval ofShift(double[] first, double[] second, double level, long seed) {
        return new Bootstrap(first, second, LocationShift::estimate).interval(level, seed);
    }

    private ConfidenceInterval interval(double level, long seed) {
        double[] drawn = drawn(new SplittableRandom(seed));
        double bias = bias(drawn);
        double acceleration = acceleration();
        double edge = NormalDistribution.quantile((1 + level) / 2);
        return new ConfidenceInterval(
                at(drawn, corrected(bias, acceleration, -edge)), at(drawn, corrected(bias, acceleration, edge)));
    }

    private double[] drawn(SplittableRandom random) {
        double[] drawn = new double[DRAWS];
        for (int draw = 0; draw < DRAWS; draw++) {
            drawn[draw] = figure.applyAsDouble(again(first, random), again(second, random));
        }
        Arrays.sort(drawn);
        return drawn;
    }

    private static double[] again(double[] values, SplittableRandom random) {
        return random.ints(values.length, 0, values.length)
                .mapToDouble(i -> values[i])
                .toArray();
    }

    /** Computes how far the figure is from the middle of the resampled values, in standard deviations; those equal to it count half. */
    private double bias(double[] drawn) {
        double found = figure.applyAsDouble(first, second);
        double below = 0;
        for (double value : drawn) {
            below += value < found ? 1 : value == found ? 0.5 : 0;
        }
        return NormalDistribution.quantile(below / drawn.length);
    }

    /** Computes how the spread of the figure changes with the figure, by leaving out each value in turn (jackknife). */
    private double acceleration() {
        double[] influences = Arrays.copyOf(influences(true), first.length + second.length);
        System.arraycopy(influences(false), 0, influences, first.length, second.length);
        double squares = 0;
        double cubes = 0;
        for (double influence : influences) {
            squares += influence * influence;
            cubes += influence * influence * influence;
        }
        return squares == 0 ? 0 : cubes / (6 * Math.pow(squares, 1.5));
    }

    private double[] influences(boolean ofFirst) {
        double[] sample = ofFirst ? first : second;
        double[] without = new double[sample.length];
        for (int i = 0; i < sample.length; i++) {
            double[] left = leaving(sample, i);
            without[i] = ofFirst ? figure.applyAsDouble(left, second) : figure.applyAsDouble(first, left);
        }
        double mean = Arrays.stream(without).average().orElse(0);
        return Arrays.stream(without)
                .map(value -> (mean - value) * (sample.length - 1) / sample.length)
                .toArray();
    }

    private static double[] leaving(double[] values, int out) {
        double[] left = new double[values.length - 1];
        System.arraycopy(values, 0, left, 0, out);
        System.arraycopy(values, out + 1, left, out, left.length - out);
        return left;
    }

    private static double corrected(double bias, double acceleration, double edge) {
        return NormalDistribution.below(bias + (bias + edge) / (1 - acceleration * (bias + edge)));
    }

    private static double at(double[] sorted, double share) {
        return sorted[Math.clamp((int) Math.floor(share * sorted.length), 0, sorted.length - 1)];
    }

    /** Standard normal distribution. */
    static final class NormalDistribution {
        /** Bound beyond which the probability is below the precision of a double. */
        private static final double EDGE = 8;

        private NormalDistribution() {}

        /** Returns the probability below a value, by the series of odd powers around 0. */
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

        /** Returns the value below which this share lies, by bisection. @param share in [0, 1] */
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
}
