package squall.measure.server;

import java.util.Arrays;
import java.util.OptionalDouble;

/** One figure over time, in the order of its readings; grows while it is read, owned by one thread. */
final class Points {
    private static final int FIRST = 64;

    private double[] seconds = new double[FIRST];
    private double[] values = new double[FIRST];
    private int size;

    void add(double second, double value) {
        if (size == seconds.length) {
            seconds = Arrays.copyOf(seconds, 2 * size);
            values = Arrays.copyOf(values, 2 * size);
        }
        seconds[size] = second;
        values[size] = value;
        size++;
    }

    /**
     * What a counter grew by between the first and the last reading of {@code [from, to]}; empty with fewer than two, or if it went
     * backwards: its server was started again, and what it counted before that and did not show is not known.
     */
    OptionalDouble growth(double from, double to) {
        int first = indexFrom(from);
        int last = lastUntil(to);
        return last > first && !fell(first, last)
                ? OptionalDouble.of(values[last] - values[first])
                : OptionalDouble.empty();
    }

    /** Whether a reading of {@code [from, to]} is lower than the one before it. */
    boolean fell(double from, double to) {
        return fell(indexFrom(from), lastUntil(to));
    }

    private boolean fell(int first, int last) {
        for (int i = first; i < last; i++) {
            if (values[i + 1] < values[i]) {
                return true;
            }
        }
        return false;
    }

    /** The same for each second; empty where the readings are of one moment. */
    OptionalDouble rate(double from, double to) {
        int first = indexFrom(from);
        int last = lastUntil(to);
        OptionalDouble growth = growth(from, to);
        return growth.isPresent() && seconds[last] > seconds[first]
                ? OptionalDouble.of(growth.getAsDouble() / (seconds[last] - seconds[first]))
                : OptionalDouble.empty();
    }

    /** The last reading of {@code [from, to]}. */
    OptionalDouble last(double from, double to) {
        int last = lastUntil(to);
        return last >= 0 && seconds[last] >= from ? OptionalDouble.of(values[last]) : OptionalDouble.empty();
    }

    /** The last reading of {@code [from, to]} less the first; empty with fewer than two. */
    OptionalDouble change(double from, double to) {
        int first = indexFrom(from);
        int last = lastUntil(to);
        return last > first ? OptionalDouble.of(values[last] - values[first]) : OptionalDouble.empty();
    }

    /** The highest reading of {@code [from, to]}. */
    OptionalDouble highest(double from, double to) {
        OptionalDouble highest = OptionalDouble.empty();
        for (int i = indexFrom(from); i < size && seconds[i] <= to; i++) {
            highest = OptionalDouble.of(Math.max(values[i], highest.orElse(values[i])));
        }
        return highest;
    }

    /** The mean of the readings of {@code [from, to]}. */
    OptionalDouble mean(double from, double to) {
        double sum = 0;
        int count = 0;
        for (int i = indexFrom(from); i < size && seconds[i] <= to; i++) {
            sum += values[i];
            count++;
        }
        return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / count);
    }

    /** How fast a counter grew around a moment: between the reading before and the one after. */
    OptionalDouble rateAt(double moment) {
        int before = lastUntil(moment);
        return before >= 0
                        && before + 1 < size
                        && seconds[before + 1] > seconds[before]
                        && values[before + 1] >= values[before]
                ? OptionalDouble.of((values[before + 1] - values[before]) / (seconds[before + 1] - seconds[before]))
                : OptionalDouble.empty();
    }

    private int indexFrom(double from) {
        int found = Arrays.binarySearch(seconds, 0, size, from);
        return found >= 0 ? found : -found - 1;
    }

    private int lastUntil(double to) {
        int found = Arrays.binarySearch(seconds, 0, size, to);
        return found >= 0 ? found : -found - 2;
    }
}
