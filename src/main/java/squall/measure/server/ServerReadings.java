package squall.measure.server;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import squall.spi.InstrumentReading;
import squall.spi.ServerMetric;

/**
 * Readings of a database's metrics in a run, by metric and node. Each metric's readings must be added in their order; owned by one thread.
 * Seconds count from the beginning of the run.
 */
public final class ServerReadings {
    private record Figure(ServerMetric metric, String node, OptionalDouble bound) {}

    private final Map<Figure, MetricPoints> points = new LinkedHashMap<>();

    public void add(double second, InstrumentReading reading) {
        points.computeIfAbsent(
                        new Figure(reading.metric(), reading.node(), reading.bound()), unseen -> new MetricPoints())
                .add(second, reading.value());
    }

    public boolean isEmpty() {
        return points.isEmpty();
    }

    /** Lists all nodes with readings, in the order of their names; their folders are not nodes. */
    public List<String> nodes() {
        return points.keySet().stream()
                .filter(figure -> !figure.metric().ofFolder())
                .map(Figure::node)
                .distinct()
                .sorted()
                .toList();
    }

    /** Lists the nodes with readings of this metric. */
    public List<String> nodes(ServerMetric metric) {
        return points.keySet().stream()
                .filter(figure -> figure.metric() == metric)
                .map(Figure::node)
                .distinct()
                .sorted()
                .toList();
    }

    /** Returns the growth per second of a node's counter in {@code [from, to]}. */
    public OptionalDouble rate(ServerMetric metric, String node, double from, double to) {
        return of(metric, node).map(line -> line.rate(from, to)).orElse(OptionalDouble.empty());
    }

    /** Returns the growth per second of a counter over all nodes; empty if no node has it, or a counter decreased. */
    public OptionalDouble rate(ServerMetric metric, double from, double to) {
        return fell(metric, from, to) ? OptionalDouble.empty() : sum(each(metric, line -> line.rate(from, to)));
    }

    /** Returns the growth of a counter over all nodes; empty if no node has it, or it decreased. */
    public OptionalDouble growth(ServerMetric metric, double from, double to) {
        return fell(metric, from, to) ? OptionalDouble.empty() : sum(each(metric, line -> line.growth(from, to)));
    }

    /** Returns whether a node's counter decreased, as after a restart of its server: its growth is unknown then. */
    private boolean fell(ServerMetric metric, double from, double to) {
        return points.entrySet().stream()
                .anyMatch(line ->
                        line.getKey().metric() == metric && line.getValue().fell(from, to));
    }

    /** Returns the growth of a node's counter. */
    public OptionalDouble growth(ServerMetric metric, String node, double from, double to) {
        return of(metric, node).map(line -> line.growth(from, to)).orElse(OptionalDouble.empty());
    }

    /** Returns the difference between a node's first and last reading of {@code [from, to]}; may be negative. */
    public OptionalDouble change(ServerMetric metric, String node, double from, double to) {
        return of(metric, node).map(line -> line.change(from, to)).orElse(OptionalDouble.empty());
    }

    /** Returns a node's last reading within {@code [from, to]}. */
    public OptionalDouble last(ServerMetric metric, String node, double from, double to) {
        return of(metric, node).map(line -> line.last(from, to)).orElse(OptionalDouble.empty());
    }

    /** Returns the sum of all nodes' last readings within {@code [from, to]}. */
    public OptionalDouble last(ServerMetric metric, double from, double to) {
        return sum(each(metric, line -> line.last(from, to)));
    }

    /** Returns the highest reading of any node. */
    public OptionalDouble highest(ServerMetric metric, double from, double to) {
        return each(metric, line -> line.highest(from, to)).stream()
                .mapToDouble(Double::doubleValue)
                .max();
    }

    /** Returns the mean of all nodes' mean readings. */
    public OptionalDouble mean(ServerMetric metric, double from, double to) {
        return each(metric, line -> line.mean(from, to)).stream()
                .mapToDouble(Double::doubleValue)
                .average();
    }

    /**
     * Returns a node's figure at one moment: the growth per second of a counter, or the last reading, if that is not older than
     * {@code atMost} seconds.
     */
    public OptionalDouble at(ServerMetric metric, String node, double second, double atMost) {
        return of(metric, node)
                .map(line -> metric.kind() == ServerMetric.FigureKind.COUNTER
                        ? line.rateAt(second)
                        : line.last(second - atMost, second))
                .orElse(OptionalDouble.empty());
    }

    /**
     * Returns a quantile of statement times, from the buckets of all nodes: the upper bound of the bucket that contains it, so the real one
     * is not higher. Empty if no node has buckets, a counter decreased, or no statement fell into one.
     *
     * @param share in (0, 1)
     * @return in seconds; infinity if it lies beyond the last bound
     */
    public OptionalDouble quantile(double share, double from, double to) {
        if (fell(ServerMetric.QUERY_BUCKET, from, to)) {
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

    /** Counts the statements up to a bound. Buckets are cumulative; a node without this bound counts as at its next lower one. */
    private static double within(Collection<NavigableMap<Double, Double>> nodes, double bound) {
        double count = 0;
        for (NavigableMap<Double, Double> counts : nodes) {
            Map.Entry<Double, Double> lower = counts.floorEntry(bound);
            count += lower == null ? 0 : lower.getValue();
        }
        return count;
    }

    private Optional<MetricPoints> of(ServerMetric metric, String node) {
        return Optional.ofNullable(points.get(new Figure(metric, node, OptionalDouble.empty())));
    }

    private List<Double> each(ServerMetric metric, PointQuery asked) {
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

    /** Query of one node's readings of a metric. */
    private interface PointQuery {
        OptionalDouble of(MetricPoints line);
    }

    /** Readings of one metric over time, in order; grows while it is read, owned by one thread. */
    private static final class MetricPoints {
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
         * Returns the growth of a counter between the first and the last reading of {@code [from, to]}; empty with fewer than two, or if it
         * decreased: its server was restarted, and the part before that was not read.
         */
        OptionalDouble growth(double from, double to) {
            int first = indexFrom(from);
            int last = lastUntil(to);
            return last > first && !fell(first, last)
                    ? OptionalDouble.of(values[last] - values[first])
                    : OptionalDouble.empty();
        }

        /** Returns whether a reading of {@code [from, to]} is lower than the one before it. */
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

        /** Returns the growth per second; empty if all readings are of one moment. */
        OptionalDouble rate(double from, double to) {
            int first = indexFrom(from);
            int last = lastUntil(to);
            OptionalDouble growth = growth(from, to);
            return growth.isPresent() && seconds[last] > seconds[first]
                    ? OptionalDouble.of(growth.getAsDouble() / (seconds[last] - seconds[first]))
                    : OptionalDouble.empty();
        }

        /** Returns the last reading of {@code [from, to]}. */
        OptionalDouble last(double from, double to) {
            int last = lastUntil(to);
            return last >= 0 && seconds[last] >= from ? OptionalDouble.of(values[last]) : OptionalDouble.empty();
        }

        /** Returns the last reading of {@code [from, to]} minus the first; empty with fewer than two. */
        OptionalDouble change(double from, double to) {
            int first = indexFrom(from);
            int last = lastUntil(to);
            return last > first ? OptionalDouble.of(values[last] - values[first]) : OptionalDouble.empty();
        }

        /** Returns the highest reading of {@code [from, to]}. */
        OptionalDouble highest(double from, double to) {
            OptionalDouble highest = OptionalDouble.empty();
            for (int i = indexFrom(from); i < size && seconds[i] <= to; i++) {
                highest = OptionalDouble.of(Math.max(values[i], highest.orElse(values[i])));
            }
            return highest;
        }

        /** Returns the mean of the readings of {@code [from, to]}. */
        OptionalDouble mean(double from, double to) {
            double sum = 0;
            int count = 0;
            for (int i = indexFrom(from); i < size && seconds[i] <= to; i++) {
                sum += values[i];
                count++;
            }
            return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / count);
        }

        /** Returns the growth per second of a counter at a moment: between the reading before and the one after. */
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
}
