package squall.report.chart;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import squall.measure.server.ServerReadings;
import squall.spi.ServerMetric;

/**
 * Chart of one of the database's own metrics over time, a line for each node.
 *
 * @param title with its unit
 * @param divisor converts numbers of a track to that unit
 */
public record ServerChart(String title, int divisor, List<NodeLine> lines) {
    /** Age in seconds beyond which a state counts as unknown. */
    private static final double STALE_SECONDS = 15;

    /** Line of one node, second by second. */
    public record NodeLine(String node, ChartTrack track) {}

    /** Metric that is drawn if it was read. @param factor from the metric's unit to that of the track */
    private record Drawn(ServerMetric metric, String title, double factor, int divisor) {}

    private static final List<Drawn> DRAWN = List.of(
            new Drawn(ServerMetric.CPU_SECONDS, "Server: processor cores in use", 1000, 1000),
            new Drawn(ServerMetric.DISK_BYTES, "Server: disk use, in MB", 1e-5, 10),
            new Drawn(ServerMetric.QUERIES, "Server: statements in a second", 1, 1),
            new Drawn(ServerMetric.COMMITS, "Server: commits in a second", 1, 1),
            new Drawn(ServerMetric.LOG_BYTES, "Server: log of writes, in kB a second", 1e-3, 1),
            new Drawn(ServerMetric.LOCK_WAITS, "Server: sessions that wait for a lock", 1, 1),
            new Drawn(ServerMetric.TASKS_PENDING, "Server: tasks pending", 1, 1),
            new Drawn(ServerMetric.SSTABLES, "Server: SSTables", 1, 1),
            new Drawn(ServerMetric.COMPACTIONS_PENDING, "Server: compactions pending", 1, 1),
            new Drawn(ServerMetric.READ_AMPLIFICATION, "Server: SSTables that a read looks into", 100, 100),
            new Drawn(ServerMetric.REPLICATION_LAG_BYTES, "Server: replication lag, in kB", 1e-3, 1),
            new Drawn(ServerMetric.UNDER_REPLICATED, "Server: under-replicated ranges or tablets", 1, 1));

    public ServerChart {
        lines = List.copyOf(lines);
    }

    /** Returns the charts of all metrics that were read, in their order. @param seconds the run's */
    public static List<ServerChart> of(ServerReadings readings, int seconds) {
        return DRAWN.stream().flatMap(drawn -> of(drawn, readings, seconds)).toList();
    }

    /** Returns the lines with several seconds as one. */
    public Stream<ChartTrack> tracks(int step) {
        return lines.stream().map(line -> line.track().averaged(step));
    }

    private static Stream<ServerChart> of(Drawn drawn, ServerReadings readings, int seconds) {
        List<NodeLine> lines = readings.nodes(drawn.metric()).stream()
                .map(node -> new NodeLine(node, track(drawn, readings, node, seconds)))
                .toList();
        return lines.isEmpty() ? Stream.of() : Stream.of(new ServerChart(drawn.title(), drawn.divisor(), lines));
    }

    private static ChartTrack track(Drawn drawn, ServerReadings readings, String node, int seconds) {
        return ChartTrack.of(IntStream.range(0, seconds).map(second -> {
            OptionalDouble value = readings.at(drawn.metric(), node, second + 0.5, STALE_SECONDS);
            return value.isPresent()
                    ? Math.clamp(Math.round(value.getAsDouble() * drawn.factor()), 0, Integer.MAX_VALUE)
                    : ChartTrack.NONE;
        }));
    }
}
