package squall.report.chart;

import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/** Track of whole numbers, one for each second or interval, {@link #NONE} where there is none. Immutable. */
public final class ChartTrack {
    /** Placeholder where nothing was measured; all other numbers are 0 or more. */
    public static final int NONE = -1;

    private final int[] values;

    private ChartTrack(int[] values) {
        this.values = values;
    }

    public static ChartTrack of(IntStream values) {
        return new ChartTrack(values.toArray());
    }

    public int size() {
        return values.length;
    }

    public int at(int index) {
        return values[index];
    }

    public IntStream values() {
        return IntStream.of(values);
    }

    /** Returns the numbers from this index to the one before that, as far as there are any. */
    public IntStream between(long from, long to) {
        return IntStream.range((int) Math.min(from, values.length), (int) Math.min(to, values.length))
                .map(this::at);
    }

    public long sum(long from, long to) {
        return between(from, to).asLongStream().sum();
    }

    /** Returns rounded averages of so many numbers each, of those that were measured; the last one of those that are left. */
    public ChartTrack averaged(int step) {
        return each(step, numbers -> (int) Math.round(numbers.average().orElse(NONE)));
    }

    /** Returns the highest of so many numbers each. */
    public ChartTrack highest(int step) {
        return each(step, numbers -> numbers.max().orElse(NONE));
    }

    private ChartTrack each(int step, ToIntFunction<IntStream> of) {
        return step == 1
                ? this
                : of(IntStream.range(0, (size() + step - 1) / step)
                        .map(i -> of.applyAsInt(
                                between((long) i * step, (i + 1L) * step).filter(value -> value != NONE))));
    }

    /** Returns the sums of two tracks of one length. */
    public ChartTrack plus(ChartTrack other) {
        return of(IntStream.range(0, size()).map(i -> at(i) + other.at(i)));
    }
}
