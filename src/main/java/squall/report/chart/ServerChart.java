package squall.report.chart;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import squall.measure.server.Readings;
import squall.spi.Metric;

/**
 * One figure of the database's own over time, a line for each node.
 *
 * @param title with its unit
 * @param divisor what numbers of a track are to be divided by to be in that unit
 */
public record ServerChart(String title, int divisor, List<Line> lines) {
    /** A state that was read longer ago than this is not known any more. */
    private static final double STALE_SECONDS = 15;

    /** One node's, second by second. */
    public record Line(String node, Track track) {}

    /** What is drawn, where it was read. @param factor from the metric's unit to that of the track */
    private record Drawn(Metric metric, String title, double factor, int divisor) {}

    private static final List<Drawn> DRAWN = List.of(
            new Drawn(Metric.CPU_SECONDS, "Server: processor cores in use", 1000, 1000),
            new Drawn(Metric.DISK_BYTES, "Server: disk use, in MB", 1e-5, 10),
            new Drawn(Metric.QUERIES, "Server: statements in a second", 1, 1),
            new Drawn(Metric.COMMITS, "Server: commits in a second", 1, 1),
            new Drawn(Metric.LOG_BYTES, "Server: log of writes, in kB a second", 1e-3, 1),
            new Drawn(Metric.LOCK_WAITS, "Server: sessions that wait for a lock", 1, 1),
            new Drawn(Metric.TASKS_PENDING, "Server: tasks pending", 1, 1),
            new Drawn(Metric.SSTABLES, "Server: SSTables", 1, 1),
            new Drawn(Metric.COMPACTIONS_PENDING, "Server: compactions pending", 1, 1),
            new Drawn(Metric.READ_AMPLIFICATION, "Server: SSTables that a read looks into", 100, 100),
            new Drawn(Metric.REPLICATION_LAG_BYTES, "Server: replication lag, in kB", 1e-3, 1),
            new Drawn(Metric.UNDER_REPLICATED, "Server: under-replicated ranges or tablets", 1, 1));

    public ServerChart {
        lines = List.copyOf(lines);
    }

    /** All that something was read for, in their order. @param seconds the run's */
    public static List<ServerChart> of(Readings readings, int seconds) {
        return DRAWN.stream().flatMap(drawn -> of(drawn, readings, seconds)).toList();
    }

    /** The lines with several seconds as one. */
    public Stream<Track> tracks(int step) {
        return lines.stream().map(line -> averaged(line.track(), step));
    }

    /** Of what is known: a gap within the seconds does not count. */
    private static Track averaged(Track track, int step) {
        return Track.of(IntStream.range(0, Math.ceilDiv(track.size(), step))
                .map(i -> (int) Math.round(track.between((long) i * step, (i + 1L) * step)
                        .filter(value -> value != Track.NONE)
                        .average()
                        .orElse(Track.NONE))));
    }

    private static Stream<ServerChart> of(Drawn drawn, Readings readings, int seconds) {
        List<Line> lines = readings.nodes(drawn.metric()).stream()
                .map(node -> new Line(node, track(drawn, readings, node, seconds)))
                .toList();
        return lines.isEmpty() ? Stream.of() : Stream.of(new ServerChart(drawn.title(), drawn.divisor(), lines));
    }

    private static Track track(Drawn drawn, Readings readings, String node, int seconds) {
        return Track.of(IntStream.range(0, seconds).map(second -> {
            OptionalDouble value = readings.at(drawn.metric(), node, second + 0.5, STALE_SECONDS);
            return value.isPresent()
                    ? Math.clamp(Math.round(value.getAsDouble() * drawn.factor()), 0, Integer.MAX_VALUE)
                    : Track.NONE;
        }));
    }
}
