package squall.report.compare;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import squall.report.compare.ComparedMetric.MetricReading;
import squall.results.Manifest;
import squall.results.RunSummary;
import squall.results.file.CanonicalJson;
import squall.results.file.RunState;
import squall.results.recorded.RecordedRun;
import squall.system.ExitCode;

/** Factory of runs for comparisons that have nothing but a manifest and readings. */
final class Entrants {
    static final ComparedMetric GOODPUT =
            new ComparedMetric("measured.goodput_per_s", "ok/s", ComparedMetric.MetricKind.THROUGHPUT, true);
    static final ComparedMetric P99 =
            new ComparedMetric("measured.p99_ms", "ms", ComparedMetric.MetricKind.LATENCY, true);
    static final ComparedMetric BACK =
            new ComparedMetric("kill.back_after_healing_s", "s", ComparedMetric.MetricKind.RECOVERY, true);

    private Entrants() {}

    /** Returns a side of as many runs as there are values, each with one metric. */
    static List<ComparedRun> side(String name, ComparedMetric metric, double... values) {
        return IntStream.range(0, values.length)
                .mapToObj(i -> run(name + i, Map.of(), new MetricReading(metric, values[i], false)))
                .toList();
    }

    /** @param conditions beside the workload, by key */
    static ComparedRun run(String id, Map<String, String> conditions, MetricReading... readings) {
        ObjectNode manifest = JsonNodeFactory.instance
                .objectNode()
                .put("run_id", id)
                .put("state", "complete")
                .put("seed", id.hashCode())
                .put("workload", "tpcc")
                .put("started_at", "2026-11-21T12:00:00.000Z");
        manifest.putObject("squall");
        manifest.putObject("db");
        Map<String, String> all = new TreeMap<>(conditions);
        all.put("workload", "tpcc");
        Map<String, MetricReading> byKey = new LinkedHashMap<>();
        Arrays.stream(readings).forEach(reading -> byKey.put(reading.metric().key(), reading));
        return new ComparedRun(
                new RecordedRun(
                        Path.of(id), RunState.COMPLETE, CanonicalJson.as(Manifest.class, manifest), Optional.empty()),
                new RunConditions(new TreeMap<>(all)),
                byKey);
    }

    /** Returns the run as if it had ended with this exit code. */
    static ComparedRun ended(ComparedRun run, ExitCode code) throws IOException {
        ObjectNode summary = (ObjectNode) CanonicalJson.read(
                Path.of("../src/test/resources/squall/golden/kv").resolve(RunSummary.NAME));
        summary.put("exit_code", code.code());
        return new ComparedRun(
                new RecordedRun(
                        run.run().path(),
                        run.run().state(),
                        run.run().manifest(),
                        Optional.of(CanonicalJson.as(RunSummary.class, summary))),
                run.conditions(),
                run.readings());
    }

    /** Returns so many runs of the same under these conditions. */
    static List<ComparedRun> under(String name, int runs, Map<String, String> conditions) {
        return IntStream.range(0, runs)
                .mapToObj(i -> run(name + i, conditions, new MetricReading(GOODPUT, 1000 + i, false)))
                .toList();
    }
}
