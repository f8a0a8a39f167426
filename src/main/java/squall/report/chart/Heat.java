package squall.report.chart;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** Gathers a heat map. */
final class Heat {
    /** Enough columns for the widest of screens, few enough for a small page. */
    private static final int MOST_COLUMNS = 1200;

    private static final int ROWS = 10 * HeatMap.ROWS_PER_DECADE;

    private final int columnSeconds;
    private final Map<Integer, int[]> columns = new TreeMap<>();
    private int last;

    Heat(int seconds) {
        this.columnSeconds = columnSeconds(seconds);
    }

    /** Multiples of ten from two on are enough, because long runs keep histograms of ten seconds. */
    private static int columnSeconds(int seconds) {
        return IntStream.concat(IntStream.of(1, 2), IntStream.iterate(10, step -> step + 10))
                .filter(step -> seconds <= (long) step * MOST_COLUMNS)
                .findFirst()
                .orElseThrow();
    }

    void add(long fromSecond, Histogram values) {
        last = Math.toIntExact(fromSecond / columnSeconds);
        int[] counts = columns.computeIfAbsent(last, column -> new int[ROWS]);
        for (HistogramIterationValue value : values.recordedValues()) {
            counts[row(value.getValueIteratedTo())] += (int) value.getCountAtValueIteratedTo();
        }
    }

    private static int row(long micros) {
        return Math.min(ROWS - 1, (int) (HeatMap.ROWS_PER_DECADE * Math.log10((double) Math.max(1, micros))));
    }

    HeatMap map() {
        int[] used = IntStream.range(0, ROWS)
                .filter(row -> columns.values().stream().anyMatch(counts -> counts[row] > 0))
                .toArray();
        if (used.length == 0) {
            return new HeatMap(columnSeconds, 0, 0, Track.of(IntStream.empty()));
        }
        int lowest = used[0];
        int rows = used[used.length - 1] + 1 - lowest;
        int[] nothing = new int[ROWS];
        IntStream counts = Stream.iterate(0, column -> column <= last, column -> column + 1)
                .flatMapToInt(column -> IntStream.of(columns.getOrDefault(column, nothing))
                        .skip(lowest)
                        .limit(rows));
        return new HeatMap(columnSeconds, lowest, rows, Track.of(counts));
    }
}
