package squall.report.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Detection of lasting changes in a series of runs: the divisive method with the energy distance of Matteson and James (2014). It finds the
 * best cut, tests it against the same values in a random order, and searches both parts in turn.
 *
 * @param least runs on either side of a change; fewer are a spike, not a change
 * @param risk of a false alarm at each cut
 */
public record ChangePoints(int least, double risk, long seed) {
    private static final int ORDERS = 1999;

    /**
     * Change of the level.
     *
     * @param at the first run that is different
     * @param p how often a random order of the same values has a cut that is as good
     */
    public record LevelChange(int at, double before, double after, double p) {
        /** Returns the difference of the medians of both sides, relative to the side before. */
        public double magnitude() {
            return after / before - 1;
        }
    }

    /** Candidate cut, and the difference of its two sides. */
    private record Cut(int at, double difference) {}

    /** Cut that is statistically significant. */
    private record Found(int at, double p) {}

    public ChangePoints {
        if (least < 2) {
            throw new IllegalArgumentException("a side of a change must have at least 2 runs: " + least);
        }
    }

    /** Returns the minimum number of runs that can show a single step, which is as good with its sides exchanged. */
    public int runsNeeded() {
        return IntStream.iterate(2 * least, runs -> runs + 1)
                .filter(runs -> MannWhitney.least(runs / 2, runs - runs / 2) <= risk)
                .findFirst()
                .orElseThrow();
    }

    /** Returns the changes in the order of the series; each is measured from the change before to the change after it. */
    public List<LevelChange> of(double[] values) {
        List<Found> cuts = new ArrayList<>();
        search(values, 0, values.length, cuts, new SplittableRandom(seed));
        cuts.sort(Comparator.comparingInt(Found::at));
        return measured(values, cuts);
    }

    /** Measures those changes of a series again that are left, each from the change before to the change after it. */
    public static List<LevelChange> remeasured(double[] values, List<LevelChange> left) {
        return measured(
                values,
                left.stream().map(change -> new Found(change.at(), change.p())).toList());
    }

    private static List<LevelChange> measured(double[] values, List<Found> cuts) {
        return IntStream.range(0, cuts.size())
                .mapToObj(i -> change(
                        values,
                        i == 0 ? 0 : cuts.get(i - 1).at(),
                        cuts.get(i),
                        i + 1 < cuts.size() ? cuts.get(i + 1).at() : values.length))
                .toList();
    }

    private static LevelChange change(double[] values, int from, Found cut, int to) {
        return new LevelChange(
                cut.at(),
                RunQuantiles.median(Arrays.copyOfRange(values, from, cut.at())),
                RunQuantiles.median(Arrays.copyOfRange(values, cut.at(), to)),
                cut.p());
    }

    private void search(double[] values, int from, int to, List<Found> found, SplittableRandom random) {
        double[] part = Arrays.copyOfRange(values, from, to);
        Optional<Cut> best = best(part);
        if (best.isEmpty()) {
            return;
        }
        double p = p(part, best.get().difference(), random);
        if (p <= risk) {
            int at = from + best.get().at();
            found.add(new Found(at, p));
            search(values, from, at, found, random);
            search(values, at, to, found, random);
        }
    }

    /** Computes how often a random order has a cut that is as good. */
    private double p(double[] values, double difference, SplittableRandom random) {
        double[] shuffled = values.clone();
        int asGood = 1;
        for (int order = 0; order < ORDERS; order++) {
            shuffle(shuffled, random);
            // What differs by rounding alone is equal.
            asGood += best(shuffled).orElseThrow().difference() >= difference * (1 - 1e-9) ? 1 : 0;
        }
        return (double) asGood / (ORDERS + 1);
    }

    private static void shuffle(double[] values, SplittableRandom random) {
        for (int left = values.length; left > 1; left--) {
            int chosen = random.nextInt(left);
            double value = values[chosen];
            values[chosen] = values[left - 1];
            values[left - 1] = value;
        }
    }

    /**
     * Finds the best cut among every place, and for each place every end of the side behind it, so that a stretch in the middle is found
     * too.
     */
    private Optional<Cut> best(double[] values) {
        EnergyDistance energy = EnergyDistance.of(values);
        Optional<Cut> best = Optional.empty();
        for (int at = least; at <= values.length - least; at++) {
            for (int end = at + least; end <= values.length; end++) {
                double difference = energy.between(at, end);
                if (best.isEmpty() || difference > best.get().difference()) {
                    best = Optional.of(new Cut(at, difference));
                }
            }
        }
        return best;
    }

    /** Energy distance between stretches of a series. */
    private static final class EnergyDistance {
        /** Sums of all distances between values before one place and values before another. */
        private final double[][] sums;

        private EnergyDistance(double[][] sums) {
            this.sums = sums;
        }

        static EnergyDistance of(double[] values) {
            double[][] sums = new double[values.length + 1][values.length + 1];
            for (int i = 0; i < values.length; i++) {
                double row = 0;
                for (int j = 0; j < values.length; j++) {
                    row += Math.abs(values[i] - values[j]);
                    sums[i + 1][j + 1] = sums[i][j + 1] + row;
                }
            }
            return new EnergyDistance(sums);
        }

        /**
         * Returns the distance between everything before a cut and what is from there to an end: twice the mean distance of values on
         * different sides, less the mean distances within each side, weighted by the sizes of both.
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
}
