package squall.sysbench;

import java.util.List;
import java.util.Locale;

/** Distribution of row ids within a range: sysbench's {@code --rand-type}. Pure. */
public sealed interface RandomDistribution {
    /** The names, as typed. */
    List<String> NAMES = List.of("uniform", "gaussian", "special", "pareto", "zipfian");

    /** Draws a number in [low, high]. */
    int draw(EventRandom random, int low, int high);

    /** Returns the name, as typed. */
    default String label() {
        return getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    /** Each number as often as any other. */
    record Uniform() implements RandomDistribution {
        @Override
        public int draw(EventRandom random, int low, int high) {
            return random.between(low, high);
        }
    }

    /** Bell around the middle of the range: the mean of so many uniform numbers. */
    record Gaussian(int iterations) implements RandomDistribution {
        public Gaussian {
            requireAtLeastOne(iterations);
        }

        @Override
        public int draw(EventRandom random, int low, int high) {
            double sum = 0;
            for (int i = 0; i < iterations; i++) {
                sum += random.uniform();
            }
            return within(low, high, sum / iterations);
        }
    }

    /**
     * Distribution with a few hot values in the middle of the range; the others follow the bell.
     *
     * @param percent of the range that is hot
     * @param resultPercent of the draws that fall into it
     */
    record Special(int iterations, int percent, int resultPercent) implements RandomDistribution {
        public Special {
            requireAtLeastOne(iterations);
            requirePercent("percent", percent);
            requirePercent("resultPercent", resultPercent);
        }

        @Override
        public int draw(EventRandom random, int low, int high) {
            if (random.below(100) >= resultPercent) {
                return new Gaussian(iterations).draw(random, low, high);
            }
            long range = (long) high - low + 1;
            long hot = Math.max(1, range * percent / 100);
            return (int) (low + (range - hot) / 2 + random.below(hot));
        }

        private static void requirePercent(String name, int value) {
            if (value < 0 || value > 100) {
                throw new IllegalArgumentException(name + " must be in [0, 100]: " + value);
            }
        }
    }

    /** Low numbers most often. @param h this share of the numbers gets the share 1 - h of the draws */
    record Pareto(double h) implements RandomDistribution {
        public Pareto {
            if (!(h > 0 && h < 1)) { // written so that NaN fails too
                throw new IllegalArgumentException("h must be in (0, 1): " + h);
            }
        }

        @Override
        public int draw(EventRandom random, int low, int high) {
            return within(low, high, Math.pow(random.uniform(), Math.log(h) / Math.log(1 - h)));
        }
    }

    /** The number at rank r as often as r to the power of minus the exponent; the lowest number has rank 1. */
    record Zipfian(double exponent) implements RandomDistribution {
        public Zipfian {
            if (!(exponent >= 0 && exponent < 100)) {
                throw new IllegalArgumentException("exponent must be in [0, 100): " + exponent);
            }
        }

        @Override
        public int draw(EventRandom random, int low, int high) {
            return (int) (low + ZipfRank.draw(random, (long) high - low + 1, exponent) - 1);
        }
    }

    private static int within(int low, int high, double share) {
        long range = (long) high - low + 1;
        return (int) (low + Math.min(range - 1, (long) (share * range)));
    }

    private static void requireAtLeastOne(int iterations) {
        if (iterations < 1) {
            throw new IllegalArgumentException("iterations must be at least 1: " + iterations);
        }
    }

    /**
     * Zipf distribution of ranks without a table, for any number of ranks: rejection-inversion (Hörmann and Derflinger 1996,
     * "Rejection-inversion to generate variates from monotone discrete distributions"). Pure.
     */
    final class ZipfRank {
        private ZipfRank() {}

        /** Draws a rank in [1, ranks]; the frequency of rank r is proportional to r to the power of minus the exponent. */
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

        /** Returns the integral of x to the power of minus the exponent, from 1; uses expm1, so that it is exact near exponent 1 too. */
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
}
