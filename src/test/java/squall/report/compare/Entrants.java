package squall.report.compare;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import squall.results.RecordedRun;
import squall.results.RunState;

/** Runs for comparisons that have nothing but a manifest and readings. */
final class Entrants {
    static final Metric GOODPUT = new Metric("measured.goodput_per_s", "ok/s", Kind.THROUGHPUT, true);
    static final Metric P99 = new Metric("measured.p99_ms", "ms", Kind.LATENCY, true);
    static final Metric BACK = new Metric("kill.back_after_healing_s", "s", Kind.RECOVERY, true);

    private Entrants() {}

    /** A side of so many runs as there are values, each with one metric. */
    static List<Entrant> side(String name, Metric metric, double... values) {
        return IntStream.range(0, values.length)
                .mapToObj(i -> run(name + i, Map.of(), new Reading(metric, values[i], false)))
                .toList();
    }

    /** @param conditions beside the workload, by key */
    static Entrant run(String id, Map<String, String> conditions, Reading... readings) {
        ObjectNode manifest = JsonNodeFactory.instance
                .objectNode()
                .put("run_id", id)
                .put("seed", id.hashCode())
                .put("workload", "tpcc")
                .put("started_at", "2026-11-21T12:00:00.000Z");
        Map<String, String> all = new TreeMap<>(conditions);
        all.put("workload", "tpcc");
        Map<String, Reading> byKey = new LinkedHashMap<>();
        Arrays.stream(readings).forEach(reading -> byKey.put(reading.metric().key(), reading));
        return new Entrant(
                new RecordedRun(Path.of(id), RunState.COMPLETE, manifest, Optional.empty()),
                new Conditions(new TreeMap<>(all)),
                byKey);
    }

    /** So many runs of the same under these conditions. */
    static List<Entrant> under(String name, int runs, Map<String, String> conditions) {
        return IntStream.range(0, runs)
                .mapToObj(i -> run(name + i, conditions, new Reading(GOODPUT, 1000 + i, false)))
                .toList();
    }
}
