package squall.report.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import squall.report.reference.Sheet;
import squall.results.RecordedReading;
import squall.results.RecordedRun;
import squall.results.RecordedSecond;

/** Finds in a run what its nodes held over time. */
final class RebalanceReading {
    /** What tells best where data are, the best first, by the names under which instruments write it. */
    private static final SequencedMap<String, String> HELD = ordered();

    private static final int ROWS = 30;

    private RebalanceReading() {}

    static Sheet of(List<NamedRun> runs) throws IOException {
        if (runs.size() != 1) {
            throw new IllegalArgumentException("rebalance: one run, not " + runs.size());
        }
        RecordedRun run = runs.getFirst().run();
        List<RecordedReading> readings = run.readings();
        for (Map.Entry<String, String> metric : HELD.entrySet()) {
            List<RecordedReading> of = readings.stream()
                    .filter(reading -> reading.metric().equals(metric.getKey()))
                    .toList();
            if (!of.isEmpty()) {
                return balance(of, metric.getValue(), wholes(run)).sheet();
            }
        }
        throw new IllegalArgumentException(run.path() + " says nothing of what its nodes held: wanted is one of "
                + String.join(", ", HELD.keySet()) + " in server/metrics.csv");
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

    static Balance balance(List<RecordedReading> readings, String unit, List<RecordedSecond> seconds) {
        List<String> nodes = List.copyOf(
                new TreeSet<>(readings.stream().map(RecordedReading::node).toList()));
        int last = (int) readings.getLast().seconds() / 60;
        int step = Math.max(1, Math.ceilDiv(last + 1, ROWS));
        Map<Integer, Map<String, Double>> byMinute = new TreeMap<>();
        readings.forEach(reading -> byMinute.computeIfAbsent(
                        (int) reading.seconds() / 60 / step * step, minute -> new TreeMap<>())
                .put(reading.node(), reading.value()));
        List<Balance.Sample> samples = new ArrayList<>();
        byMinute.forEach((minute, held) -> samples.add(new Balance.Sample(
                minute,
                nodes.stream().map(node -> held.getOrDefault(node, 0.0)).toList(),
                okPerSecond(seconds, minute * 60L, (minute + step) * 60L))));
        return new Balance(nodes, unit, samples);
    }

    private static OptionalDouble okPerSecond(List<RecordedSecond> seconds, long from, long to) {
        Map<Long, Long> bySecond = new TreeMap<>();
        seconds.stream()
                .filter(second -> from <= second.second() && second.second() < to)
                .forEach(second -> bySecond.merge(second.second(), second.completedOk(), Long::sum));
        return bySecond.values().stream().mapToLong(Long::longValue).average();
    }

    private static SequencedMap<String, String> ordered() {
        SequencedMap<String, String> held = new LinkedHashMap<>();
        held.put("replicas", "replicas");
        held.put("ranges", "ranges");
        held.put("tablets", "tablets");
        held.put("data_bytes", "B");
        held.put("disk_used_bytes", "B");
        return held;
    }
}
