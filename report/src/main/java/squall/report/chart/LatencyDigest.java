package squall.report.chart;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import squall.report.chart.LatencyChart.LogScale;
import squall.results.recorded.RecordedInterval;

/**
 * Reader of a run's intervals that keeps what charts need of them, in one pass. Where there would be too many points, it merges
 * neighbouring histograms: never percentiles.
 */
public final class LatencyDigest implements RecordedInterval.IntervalReader {
    private static final int MOST_POINTS = 40_000;
    private static final int FINE_SECONDS = 1800;
    private static final int COARSE_SECONDS = 10;

    private final long step;
    private final int seconds;
    private final Map<String, MergedSeconds> byTag = new LinkedHashMap<>();
    private final MergedSeconds all = new MergedSeconds(LatencyChart.ALL, false);
    private final IntStream.Builder from = IntStream.builder();
    private final HeatMapBuilder heat;
    private long begun = -1;
    private long until;

    public LatencyDigest(ThroughputChart series) {
        this.step = step(series.seconds(), series.lines().size() + 1);
        this.seconds = series.seconds();
        this.heat = new HeatMapBuilder(series.seconds());
        for (ThroughputChart.OperationLine line : series.lines()) {
            byTag.put(RecordedInterval.tag(line.operation()), new MergedSeconds(line.operation(), line.part()));
        }
    }

    /** Returns the seconds for each point; as recorded if that is few enough points. */
    private static long step(int seconds, int lines) {
        int recorded = Math.min(seconds, FINE_SECONDS) + Math.max(0, seconds - FINE_SECONDS) / COARSE_SECONDS;
        return recorded * lines <= MOST_POINTS
                ? 1
                : IntStream.iterate(COARSE_SECONDS, s -> s + COARSE_SECONDS)
                        .filter(s -> seconds / s * lines <= MOST_POINTS)
                        .findFirst()
                        .orElseThrow();
    }

    @Override
    public void interval(RecordedInterval interval) {
        MergedSeconds merged = byTag.get(interval.operation());
        if (merged == null) {
            return; // its first second is the one that a crash tore
        }
        long block = interval.fromSecond() / step * step;
        if (block != begun) {
            close();
            open(block);
        }
        until = Math.max(block + step, interval.fromSecond() + interval.seconds());
        merged.values.add(interval.values());
        if (!merged.part) {
            all.values.add(interval.values());
            heat.add(interval);
        }
    }

    public LatencyChart latencies() {
        close();
        if (begun >= 0 && until < seconds) {
            point(until); // nothing was acknowledged until the end: a gap as well
        }
        begun = -1;
        return new LatencyChart(
                ChartTrack.of(from.build()),
                Stream.concat(Stream.of(all), byTag.values().stream())
                        .map(MergedSeconds::line)
                        .toList());
    }

    public HeatMap heat() {
        return heat.map();
    }

    private void open(long block) {
        if (begun >= 0 && block > until) {
            point(until); // nothing was acknowledged for a while: a gap, not a line across it
        }
        begun = block;
    }

    private void close() {
        if (begun >= 0) {
            point(begun);
        }
    }

    private void point(long second) {
        from.add(Math.toIntExact(second));
        all.point();
        byTag.values().forEach(MergedSeconds::point);
    }

    /** Histogram of one operation for the open interval, and its points so far. */
    private static final class MergedSeconds {
        private final String operation;
        private final boolean part;
        private final Histogram values = new Histogram(3);
        private final List<IntStream.Builder> points =
                LatencyChart.PERCENTILES.stream().map(p -> IntStream.builder()).toList();

        private MergedSeconds(String operation, boolean part) {
            this.operation = operation;
            this.part = part;
        }

        private void point() {
            boolean none = values.getTotalCount() == 0;
            for (int i = 0; i < points.size(); i++) {
                points.get(i)
                        .add(
                                none
                                        ? ChartTrack.NONE
                                        : LogScale.of(values.getValueAtPercentile(LatencyChart.PERCENTILES.get(i))));
            }
            values.reset();
        }

        private LatencyChart.LatencyLine line() {
            return new LatencyChart.LatencyLine(
                    operation,
                    points.stream().map(p -> ChartTrack.of(p.build())).toList());
        }
    }

    /** Builder of a heat map. */
    private static final class HeatMapBuilder {
        /** Maximum number of columns: enough for the widest screens, few enough for a small page. */
        private static final int MOST_COLUMNS = 1200;

        private static final int ROWS = 10 * HeatMap.ROWS_PER_DECADE;

        private int columnSeconds;
        private Map<Integer, int[]> columns = new TreeMap<>();
        private int last;

        HeatMapBuilder(int seconds) {
            this.columnSeconds = columnSeconds(seconds);
        }

        /** Returns the seconds of a column; in runs that keep histograms of ten seconds it is never narrower than these. */
        private static int columnSeconds(int seconds) {
            return IntStream.concat(IntStream.of(1, 2), IntStream.iterate(10, step -> step + 10))
                    .filter(step -> seconds <= (long) step * MOST_COLUMNS)
                    .filter(step -> step >= COARSE_SECONDS || seconds <= FINE_SECONDS)
                    .findFirst()
                    .orElseThrow();
        }

        void add(RecordedInterval interval) {
            widen(Math.toIntExact(interval.seconds()));
            last = Math.toIntExact(interval.fromSecond() / columnSeconds);
            int[] counts = columns.computeIfAbsent(last, column -> new int[ROWS]);
            for (HistogramIterationValue value : interval.values().recordedValues()) {
                counts[row(value.getValueIteratedTo())] += (int) value.getCountAtValueIteratedTo();
            }
        }

        /** Makes columns as wide as an interval, of which an imported run may have few: its operations were anywhere in it. */
        private void widen(int seconds) {
            if (seconds <= columnSeconds) {
                return;
            }
            Map<Integer, int[]> wider = new TreeMap<>();
            columns.forEach((column, counts) -> {
                int[] sum = wider.computeIfAbsent(column * columnSeconds / seconds, unseen -> new int[ROWS]);
                Arrays.setAll(sum, row -> sum[row] + counts[row]);
            });
            columns = wider;
            columnSeconds = seconds;
        }

        private static int row(long micros) {
            return Math.min(ROWS - 1, (int) (HeatMap.ROWS_PER_DECADE * Math.log10((double) Math.max(1, micros))));
        }

        HeatMap map() {
            int[] used = IntStream.range(0, ROWS)
                    .filter(row -> columns.values().stream().anyMatch(counts -> counts[row] > 0))
                    .toArray();
            if (used.length == 0) {
                return new HeatMap(columnSeconds, 0, 0, ChartTrack.of(IntStream.empty()));
            }
            int lowest = used[0];
            int rows = used[used.length - 1] + 1 - lowest;
            int[] nothing = new int[ROWS];
            IntStream counts = Stream.iterate(0, column -> column <= last, column -> column + 1)
                    .flatMapToInt(column -> IntStream.of(columns.getOrDefault(column, nothing))
                            .skip(lowest)
                            .limit(rows));
            return new HeatMap(columnSeconds, lowest, rows, ChartTrack.of(counts));
        }
    }

    /**
     * Map of the number of whole operations by time and latency.
     *
     * @param columnSeconds length of one column; columns begin with second 0 and leave none out
     * @param lowest number of the lowest row; row n holds latencies of 10^(n/{@link #ROWS_PER_DECADE}) microseconds and more
     * @param rows in each column
     * @param counts column by column, in each from the lowest row up
     */
    public record HeatMap(int columnSeconds, int lowest, int rows, ChartTrack counts) {
        public static final int ROWS_PER_DECADE = 10;
    }
}
