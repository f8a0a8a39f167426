package squall.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import squall.measure.server.ServerFigures;
import squall.report.compare.ComparedMetric.MetricReading;
import squall.report.compare.RunReadings;
import squall.results.recorded.RecordedRun;
import squall.verdict.AdversitySummary;

/** Figures of a run by key: those of {@code bin/report compare}, and a few of the whole run. */
final class StepFigures {
    private final RecordedRun run;
    private final Map<String, MetricReading> readings;
    private final Map<String, Double> whole;

    private StepFigures(RecordedRun run, Map<String, MetricReading> readings) throws IOException {
        this.run = run;
        this.readings = readings;
        this.whole = ofTheWhole();
    }

    static StepFigures read(Path directory) throws IOException {
        RecordedRun run = RecordedRun.read(directory);
        return new StepFigures(run, run.summary().isPresent() ? RunReadings.of(run) : Map.of());
    }

    RecordedRun run() {
        return run;
    }

    /** Figure of a run. @param atLeast whether it is a lower bound: the end was not seen */
    record StepFigure(double value, boolean atLeast) {}

    /** Returns a figure; empty if the run has no such one. */
    Optional<StepFigure> find(String key) {
        return Optional.ofNullable(readings.get(key))
                .map(reading -> new StepFigure(reading.value(), reading.atLeast()))
                .or(() -> Optional.ofNullable(whole.get(key)).map(value -> new StepFigure(value, false)));
    }

    private Map<String, Double> ofTheWhole() throws IOException {
        Map<String, Double> figures = new LinkedHashMap<>();
        run.summary().ifPresent(summary -> {
            figures.put("elapsed_s", summary.elapsedNs().orElse(0) / 1e9);
            JsonNode sessions = run.manifest().facts().get("threads"); // a fact of the front end
            figures.put("sessions", sessions == null ? Double.NaN : sessions.asDouble(Double.NaN));
            JsonNode idle = run.manifest().facts().get("idle_s");
            if (idle != null) {
                figures.put("idle_s", idle.asDouble());
            }
            summary.adversity().stream()
                    .flatMap(adversity -> adversity.phases().stream())
                    .forEach(phase -> figures.putAll(ofThePhase(phase)));
        });
        figures.putAll(ofTheServers());
        return figures;
    }

    /** Returns the time that its first fault and its healing took, the outage, and the loss. */
    private static Map<String, Double> ofThePhase(AdversitySummary.PhaseSummary phase) {
        Map<String, Double> figures = new LinkedHashMap<>();
        phase.injectionGroups().stream().limit(1).forEach(group -> {
            group.outageS().ifPresent(value -> figures.put(phase.name() + ".outage_s", (double) value));
            group.injections().stream().limit(1).forEach(injection -> {
                seconds(injection.injectNs(), injection.healNs())
                        .ifPresent(value -> figures.put(phase.name() + ".until_healing_s", value));
                seconds(injection.healNs(), injection.verifiedNs())
                        .ifPresent(value -> figures.put(phase.name() + ".healing_s", value));
            });
        });
        phase.lostWrites().ifPresent(value -> figures.put(phase.name() + ".lost_writes", (double) value));
        return figures;
    }

    private static OptionalDouble seconds(OptionalLong from, OptionalLong to) {
        return from.isPresent() && to.isPresent()
                ? OptionalDouble.of((to.getAsLong() - from.getAsLong()) / 1e9)
                : OptionalDouble.empty();
    }

    /** Returns the figures of the servers, at the end of the run or over all of it. */
    private Map<String, Double> ofTheServers() throws IOException {
        ServerFigures servers = ServerFigures.of(run.readings(), 0, Double.MAX_VALUE);
        Map<String, Double> figures = new LinkedHashMap<>();
        servers.sstables().ifPresent(value -> figures.put("server.sstables", value));
        servers.readAmplification().ifPresent(value -> figures.put("server.sstables_per_read", value));
        servers.diskBytes().ifPresent(value -> figures.put("server.disk_mb", value / 1e6));
        return figures;
    }
}
