package squall.measure.recovery;

import java.time.Duration;
import java.util.Comparator;

/**
 * One figure of one run.
 *
 * @param atLeast whether only a lower bound was seen: longer than every value that was, and never a number to compute with
 */
public record Reading(double value, boolean atLeast) implements Comparable<Reading> {
    private static final Comparator<Reading> ORDER =
            Comparator.comparing(Reading::atLeast).thenComparingDouble(Reading::value);

    public Reading {
        if (Double.isNaN(value)) {
            throw new IllegalArgumentException("a reading must be a number");
        }
    }

    /** In seconds. */
    public static Reading of(Recovery recovery) {
        return switch (recovery) {
            case Recovery.Recovered recovered -> new Reading(seconds(recovered.after()), false);
            case Recovery.LongerThan longer -> new Reading(seconds(longer.observed()), true);
        };
    }

    public static Reading exactly(double value) {
        return new Reading(value, false);
    }

    private static double seconds(Duration length) {
        return length.toMillis() / 1e3;
    }

    @Override
    public int compareTo(Reading other) {
        return ORDER.compare(this, other);
    }
}
