package squall.measure.server;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import squall.spi.Metric;
import squall.spi.Reading;

/**
 * Everything that was read of a database in a run, by figure and node. Each figure's readings must be added in their order; owned by one
 * thread. Seconds count from the beginning of the run.
 */
public final class Readings {
    private record Figure(Metric metric, String node, OptionalDouble bound) {}

    private final Map<Figure, Points> points = new LinkedHashMap<>();

    public void add(double second, Reading reading) {
        points.computeIfAbsent(new Figure(reading.metric(), reading.node(), reading.bound()), unseen -> new Points())
                .add(second, reading.value());
    }

    public boolean isEmpty() {
        return points.isEmpty();
    }

    /** All nodes of which anything was read, in the order of their names. */
    public List<String> nodes() {
        return points.keySet().stream().map(Figure::node).distinct().sorted().toList();
    }

    /** Those of which this was read. */
    public List<String> nodes(Metric metric) {
        return points.keySet().stream()
                .filter(figure -> figure.metric() == metric)
                .map(Figure::node)
                .distinct()
                .sorted()
                .toList();
    }

    /** How fast a counter of a node grew, for each second of {@code [from, to]}. */
    public OptionalDouble rate(Metric metric, String node, double from, double to) {
        return of(metric, node).map(line -> line.rate(from, to)).orElse(OptionalDouble.empty());
    }

    /** The same of all nodes together; empty if no node told, or one of them went backwards. */
    public OptionalDouble rate(Metric metric, double from, double to) {
        return fell(metric, from, to) ? OptionalDouble.empty() : sum(each(metric, line -> line.rate(from, to)));
    }

    /** What a counter grew by on all nodes together; empty if no node told, or one of them went backwards. */
    public OptionalDouble growth(Metric metric, double from, double to) {
        return fell(metric, from, to) ? OptionalDouble.empty() : sum(each(metric, line -> line.growth(from, to)));
    }

    /** Whether a node's counter went backwards, as when its server is started again: what it counted meanwhile is not known. */
    private boolean fell(Metric metric, double from, double to) {
        return points.entrySet().stream()
                .anyMatch(line ->
                        line.getKey().metric() == metric && line.getValue().fell(from, to));
    }

    /** What a counter of one node grew by. */
    public OptionalDouble growth(Metric metric, String node, double from, double to) {
        return of(metric, node).map(line -> line.growth(from, to)).orElse(OptionalDouble.empty());
    }

    /** How a node's state changed from the first to the last reading of {@code [from, to]}; may be negative. */
    public OptionalDouble change(Metric metric, String node, double from, double to) {
        return of(metric, node).map(line -> line.change(from, to)).orElse(OptionalDouble.empty());
    }

    /** A node's last state within {@code [from, to]}. */
    public OptionalDouble last(Metric metric, String node, double from, double to) {
        return of(metric, node).map(line -> line.last(from, to)).orElse(OptionalDouble.empty());
    }

    /** The same of all nodes together. */
    public OptionalDouble last(Metric metric, double from, double to) {
        return sum(each(metric, line -> line.last(from, to)));
    }

    /** The highest state of any node. */
    public OptionalDouble highest(Metric metric, double from, double to) {
        return each(metric, line -> line.highest(from, to)).stream()
                .mapToDouble(Double::doubleValue)
                .max();
    }

    /** The mean state of all nodes. */
    public OptionalDouble mean(Metric metric, double from, double to) {
        return each(metric, line -> line.mean(from, to)).stream()
                .mapToDouble(Double::doubleValue)
                .average();
    }

    /** A node at one moment: how fast a counter grew, or the state that was read last, if that is not older than {@code atMost}. */
    public OptionalDouble at(Metric metric, String node, double second, double atMost) {
        return of(metric, node)
                .map(line ->
                        metric.kind() == Metric.Kind.COUNTER ? line.rateAt(second) : line.last(second - atMost, second))
                .orElse(OptionalDouble.empty());
    }

    /**
     * The quantile of what statements took, from the buckets of all nodes together: the bound of the bucket in which it lies, so the
     * real one is not higher. Empty if no node told buckets, one of them went backwards, or no statement fell
     * into one.
     *
     * @param share in (0, 1)
     * @return in seconds; infinity if it lies beyond the last bound
     */
    public OptionalDouble quantile(double share, double from, double to) {
        if (fell(Metric.QUERY_BUCKET, from, to)) {
            return OptionalDouble.empty();
        }
        Map<String, NavigableMap<Double, Double>> byNode = new TreeMap<>();
        points.forEach((figure, line) -> figure.bound()
                .ifPresent(bound -> line.growth(from, to)
                        .ifPresent(grown -> byNode.computeIfAbsent(figure.node(), unseen -> new TreeMap<>())
                                .put(bound, grown))));
        double all = byNode.values().stream()
                .mapToDouble(counts -> counts.lastEntry().getValue())
                .sum();
        return byNode.values().stream()
                .flatMap(counts -> counts.keySet().stream())
                .distinct()
                .sorted()
                .filter(bound -> all > 0 && within(byNode.values(), bound) >= share * all)
                .mapToDouble(Double::doubleValue)
                .findFirst();
    }

    /** Buckets count from below; a node without this bound has so many as up to its next lower one. */
    private static double within(Collection<NavigableMap<Double, Double>> nodes, double bound) {
        double count = 0;
        for (NavigableMap<Double, Double> counts : nodes) {
            Map.Entry<Double, Double> lower = counts.floorEntry(bound);
            count += lower == null ? 0 : lower.getValue();
        }
        return count;
    }

    private Optional<Points> of(Metric metric, String node) {
        return Optional.ofNullable(points.get(new Figure(metric, node, OptionalDouble.empty())));
    }

    private List<Double> each(Metric metric, Asked asked) {
        List<Double> told = new ArrayList<>();
        points.forEach((figure, line) -> {
            if (figure.metric() == metric) {
                asked.of(line).ifPresent(told::add);
            }
        });
        return told;
    }

    private static OptionalDouble sum(List<Double> told) {
        return told.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(
                        told.stream().mapToDouble(Double::doubleValue).sum());
    }

    /** What is wanted of one node's line. */
    private interface Asked {
        OptionalDouble of(Points line);
    }
}
