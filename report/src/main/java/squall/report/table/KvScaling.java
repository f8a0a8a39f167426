package squall.report.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import squall.results.Manifest;
import squall.table.Table;
import squall.table.Table.TableField;
import squall.table.TableCell;

/** Table of throughput by the number of nodes: {@code nodes | workers | concurrency | ops/s | p50 | p99}, and throughput per node. */
final class KvScaling {
    /** Point of the curve, one run. @param clients that drove it @param sessions of all clients together */
    record Point(long nodes, long clients, long sessions, double okPerSecond, OptionalDouble p50, OptionalDouble p99) {
        double perNode() {
            return okPerSecond / nodes;
        }
    }

    /** Conditions that change with the number of nodes, of which the concurrency has a column. */
    private static final List<String> SCALED =
            List.of("db", "cluster_nodes", "clients", "threads", "config.concurrency", "config.threadcount");

    private KvScaling() {}

    /** Makes the table. @throws IllegalArgumentException if the runs are not of one workload, or one has a name that is no number */
    static Table of(List<NamedRun> runs) throws IOException {
        requireOneWorkload(runs);
        List<Point> points = new ArrayList<>();
        for (NamedRun run : runs) {
            points.add(point(run));
        }
        return table(points).with(NamedRun.differences(runs, SCALED));
    }

    private static void requireOneWorkload(List<NamedRun> runs) throws IOException {
        Map<String, NamedRun> byWorkload = new TreeMap<>();
        for (NamedRun run : runs) {
            byWorkload.putIfAbsent(run.run().manifest().workload(), run);
        }
        if (byWorkload.size() > 1) {
            throw new IllegalArgumentException("kv-scaling: the runs must be of one workload, and these are of "
                    + byWorkload.entrySet().stream()
                            .map(each ->
                                    each.getKey() + " (" + each.getValue().run().path() + ")")
                            .collect(Collectors.joining(", ")));
        }
    }

    /** @param points in any order */
    static Table table(List<Point> points) {
        List<Point> sorted = points.stream()
                .sorted(Comparator.comparingLong(Point::nodes).thenComparingLong(Point::sessions))
                .toList();
        double first = sorted.getFirst().perNode();
        List<TableField<Point>> fields = List.of(
                new TableField<>("nodes", "nodes", point -> TableCell.count(point.nodes())),
                new TableField<>("workers", "clients", point -> TableCell.count(point.clients())),
                new TableField<>("concurrency", "sessions of all clients", point -> TableCell.count(point.sessions())),
                new TableField<>("ops_s", "1/s", point -> TableCell.measured(point.okPerSecond())),
                new TableField<>("ideal_ops_s", "1/s", point -> TableCell.measured(point.nodes() * first)),
                new TableField<>("ops_s_per_node", "1/s", point -> TableCell.measured(point.perNode())),
                new TableField<>(
                        "scaling_pct",
                        "% of the first row's throughput a node",
                        point -> TableCell.measured(100 * point.perNode() / first)),
                new TableField<>("p50_ms", "ms", point -> TableCell.measured(point.p50())),
                new TableField<>("p99_ms", "ms", point -> TableCell.measured(point.p99())));
        return Table.of(
                PaperTable.KV_SCALING.label(),
                "Throughput and latency by number of nodes",
                List.of(
                        "Latencies are of all operations together, from their intended start, merged before percentiles were taken.",
                        "Each run has its own concurrency; rows with different concurrency differ in more than nodes."),
                fields,
                sorted);
    }

    private static Point point(NamedRun named) throws IOException {
        Manifest manifest = named.run().manifest();
        RunFigures figures = RunFigures.of(named);
        return new Point(
                nodes(named, manifest),
                Math.max(1, manifest.fact("clients").size()),
                manifest.fact("threads").asLong(),
                figures.okPerSecond(),
                figures.milliseconds(50),
                figures.milliseconds(99));
    }

    /** Returns the number of nodes, as the user named it: behind one address there may be many. */
    private static long nodes(NamedRun named, Manifest manifest) {
        if (named.name().isEmpty()) {
            return Math.max(1, manifest.db().endpoints().size());
        }
        if (!named.name().matches("[1-9]\\d{0,5}")) {
            throw new IllegalArgumentException(
                    "kv-scaling: before a run stands its number of nodes, as 3=RUN, not '" + named.name() + "'");
        }
        return Long.parseLong(named.name());
    }
}
