package squall.report.chart;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import squall.results.RecordedInterval;

/**
 * Reads a run's intervals once and keeps what charts need of them. Where there would be too many points, neighbouring histograms are
 * merged: never percentiles.
 */
public final class LatencyDigest implements RecordedInterval.Reader {
    private static final int MOST_POINTS = 40_000;
    private static final int FINE_SECONDS = 1800;
    private static final int COARSE_SECONDS = 10;

    private final long step;
    private final Map<String, Gathered> byTag = new LinkedHashMap<>();
    private final Gathered all = new Gathered(Latencies.ALL, false);
    private final IntStream.Builder from = IntStream.builder();
    private final Heat heat;
    private long begun = -1;
    private long until;

    public LatencyDigest(Series series) {
        this.step = step(series.seconds(), series.lines().size() + 1);
        this.heat = new Heat(series.seconds());
        for (Series.Line line : series.lines()) {
            byTag.put(RecordedInterval.tag(line.operation()), new Gathered(line.operation(), line.part()));
        }
    }

    /** As recorded if that is few enough. */
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
        Gathered gathered = byTag.get(interval.operation());
        if (gathered == null) {
            return; // its first second is the one that a crash tore
        }
        long block = interval.fromSecond() / step * step;
        if (block != begun) {
            close();
            open(block);
        }
        until = Math.max(block + step, interval.fromSecond() + interval.seconds());
        gathered.values.add(interval.values());
        if (!gathered.part) {
            all.values.add(interval.values());
            heat.add(interval.fromSecond(), interval.values());
        }
    }

    public Latencies latencies() {
        close();
        begun = -1;
        return new Latencies(
                Track.of(from.build()),
                Stream.concat(Stream.of(all), byTag.values().stream())
                        .map(Gathered::line)
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
        byTag.values().forEach(Gathered::point);
    }

    /** One operation's histogram of the open interval, and its points so far. */
    private static final class Gathered {
        private final String operation;
        private final boolean part;
        private final Histogram values = new Histogram(3);
        private final List<IntStream.Builder> points =
                Latencies.PERCENTILES.stream().map(p -> IntStream.builder()).toList();

        private Gathered(String operation, boolean part) {
            this.operation = operation;
            this.part = part;
            values.setAutoResize(true);
        }

        private void point() {
            boolean none = values.getTotalCount() == 0;
            for (int i = 0; i < points.size(); i++) {
                points.get(i)
                        .add(none ? Track.NONE : Logs.of(values.getValueAtPercentile(Latencies.PERCENTILES.get(i))));
            }
            values.reset();
        }

        private Latencies.Line line() {
            return new Latencies.Line(
                    operation, points.stream().map(p -> Track.of(p.build())).toList());
        }
    }
}
