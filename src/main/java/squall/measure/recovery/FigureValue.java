package squall.measure.recovery;

import java.time.Duration;
import java.util.Comparator;

/**
 * One figure of one run.
 *
 * @param atLeast whether only a lower bound was seen: longer than every value that was, and never a number to compute with
 */
public record FigureValue(double value, boolean atLeast) implements Comparable<FigureValue> {
    private static final Comparator<FigureValue> ORDER =
            Comparator.comparing(FigureValue::atLeast).thenComparingDouble(FigureValue::value);

    public FigureValue {
        if (Double.isNaN(value)) {
            throw new IllegalArgumentException("a reading must be a number");
        }
    }

    /** In seconds. */
    public static FigureValue of(Recovery recovery) {
        return switch (recovery) {
            case Recovery.Recovered recovered -> new FigureValue(seconds(recovered.after()), false);
            case Recovery.LongerThan longer -> new FigureValue(seconds(longer.observed()), true);
        };
    }

    public static FigureValue exactly(double value) {
        return new FigureValue(value, false);
    }

    private static double seconds(Duration length) {
        return length.toMillis() / 1e3;
    }

    @Override
    public int compareTo(FigureValue other) {
        return ORDER.compare(this, other);
    }
}
