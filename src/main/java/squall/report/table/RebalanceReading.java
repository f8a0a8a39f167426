package squall.report.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import squall.measure.server.Readings;
import squall.report.reference.Sheet;
import squall.results.RecordedRun;
import squall.results.RecordedSecond;
import squall.spi.Metric;

/** Finds in a run what its nodes held over time. */
final class RebalanceReading {
    /** What tells where data are in every database that is watched. */
    private static final Metric HELD = Metric.DISK_BYTES;

    private static final int MINUTE = 60;
    private static final int ROWS = 30;

    private RebalanceReading() {}

    static Sheet of(List<NamedRun> runs) throws IOException {
        if (runs.size() != 1) {
            throw new IllegalArgumentException("rebalance: one run, not " + runs.size());
        }
        RecordedRun run = runs.getFirst().run();
        Readings readings = run.readings();
        List<RecordedSecond> seconds = wholes(run);
        if (readings.nodes(HELD).isEmpty() || seconds.isEmpty()) {
            throw new IllegalArgumentException(run.path() + " says nothing of what its nodes held: wanted is "
                    + HELD.label() + " in server/metrics.csv");
        }
        return balance(readings, seconds).sheet();
    }

    /** Without what is a part of another operation. */
    private static List<RecordedSecond> wholes(RecordedRun run) throws IOException {
        Set<String> parts = new TreeSet<>();
        run.summary()
                .ifPresent(summary -> summary.path("total").path("operations").forEach(operation -> {
                    if (operation.path("part").asBoolean()) {
                        parts.add(operation.path("operation").asText());
                    }
                }));
        return run.seconds().stream()
                .filter(second -> !parts.contains(second.operation()))
                .toList();
    }

    private static Balance balance(Readings readings, List<RecordedSecond> seconds) {
        List<String> nodes = readings.nodes(HELD);
        int last = (int) seconds.getLast().second() / MINUTE;
        int step = Math.max(1, Math.ceilDiv(last + 1, ROWS));
        List<Balance.Sample> samples = new ArrayList<>();
        for (int minute = 0; minute <= last; minute += step) {
            int from = minute * MINUTE;
            int to = (minute + step) * MINUTE;
            List<Double> held = nodes.stream()
                    .map(node -> readings.last(HELD, node, from, to).orElse(0.0))
                    .toList();
            samples.add(new Balance.Sample(minute, held, okPerSecond(seconds, from, to)));
        }
        return new Balance(nodes, HELD.unit(), samples);
    }

    private static OptionalDouble okPerSecond(List<RecordedSecond> seconds, long from, long to) {
        Map<Long, Long> bySecond = new TreeMap<>();
        seconds.stream()
                .filter(second -> from <= second.second() && second.second() < to)
                .forEach(second -> bySecond.merge(second.second(), second.completedOk(), Long::sum));
        return bySecond.values().stream().mapToLong(Long::longValue).average();
    }
}
