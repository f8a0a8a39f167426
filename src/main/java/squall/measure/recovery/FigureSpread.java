package squall.measure.recovery;

import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Spread of one figure over several runs of the same scenario: the median, and an interval that contains the true median.
 *
 * <p>For up to eight runs the interval is from the lowest to the highest, which contains the median of all possible runs with a probability
 * that needs no assumption; for more it is the middle 95 % of the medians of resampled runs (bootstrap, with a fixed seed).
 *
 * @param sorted at least one
 */
public record FigureSpread(List<FigureValue> sorted) {
    /** Number of values from which on a bootstrap is used; with fewer its interval is too narrow. */
    private static final int LEAST_TO_RESAMPLE = 9;

    private static final int RESAMPLES = 10_000;
    private static final double CONFIDENCE = 0.95;
    private static final long SEED = 20_170_801;

    /** @param confidence that the true median lies within; 0 for a single run */
    public record Interval(FigureValue low, FigureValue high, double confidence, String method) {}

    public FigureSpread {
        sorted = sorted.stream().sorted().toList();
        if (sorted.isEmpty()) {
            throw new IllegalArgumentException("there must be at least one reading");
        }
    }

    /** Returns the median: of an even number the mean of the middle two, and at least the lower one if the upper is a lower bound. */
    public FigureValue median() {
        return median(sorted);
    }

    public Interval interval() {
        if (sorted.size() < LEAST_TO_RESAMPLE) {
            double coverage = 1 - 2 * Math.pow(0.5, sorted.size());
            return new Interval(sorted.getFirst(), sorted.getLast(), coverage, "lowest to highest");
        }
        List<FigureValue> medians = resampled();
        int tail = (int) Math.floor((1 - CONFIDENCE) / 2 * RESAMPLES);
        return new Interval(medians.get(tail), medians.get(RESAMPLES - 1 - tail), CONFIDENCE, "bootstrap");
    }

    /** Returns whether the two intervals are disjoint. */
    public boolean apart(FigureSpread other) {
        Interval own = interval();
        Interval others = other.interval();
        return own.low().compareTo(others.high()) > 0 || own.high().compareTo(others.low()) < 0;
    }

    private List<FigureValue> resampled() {
        SplittableRandom random = new SplittableRandom(SEED);
        return Stream.generate(() -> median(Stream.generate(() -> sorted.get(random.nextInt(sorted.size())))
                        .limit(sorted.size())
                        .sorted()
                        .toList()))
                .limit(RESAMPLES)
                .sorted()
                .toList();
    }

    private static FigureValue median(List<FigureValue> readings) {
        FigureValue upper = readings.get(readings.size() / 2);
        FigureValue lower = readings.get((readings.size() - 1) / 2);
        return upper.atLeast()
                ? new FigureValue(lower.value(), true)
                : new FigureValue((lower.value() + upper.value()) / 2, false);
    }

    /**
     * Value of one figure in one run.
     *
     * @param atLeast whether only a lower bound was seen: longer than every value that was seen, and never a number to compute with
     */
    public record FigureValue(double value, boolean atLeast) implements Comparable<FigureValue> {
        private static final Comparator<FigureValue> ORDER =
                Comparator.comparing(FigureValue::atLeast).thenComparingDouble(FigureValue::value);

        public FigureValue {
            if (Double.isNaN(value)) {
                throw new IllegalArgumentException("a reading must be a number");
            }
        }

        public static FigureValue exactly(double value) {
            return new FigureValue(value, false);
        }

        @Override
        public int compareTo(FigureValue other) {
            return ORDER.compare(this, other);
        }
    }
}
