package squall.apps.paper;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import squall.apps.paper.Finding.Stretch;
import squall.results.RecordedRun;

/** The figures of a run, read from its directory. */
final class Stretches {
    private Stretches() {}

    /** Those of the newest run under {@code results}; none if there is no run there, or it did not come to its end. */
    static List<Stretch> read(Path results) throws IOException {
        Path latest = results.resolve("latest");
        if (!Files.exists(latest)) {
            return List.of();
        }
        List<Stretch> stretches = new ArrayList<>();
        RecordedRun.read(latest.toRealPath())
                .summary()
                .ifPresent(summary -> summary.path("windows").forEach(window -> stretches.addAll(of(window))));
        return stretches;
    }

    private static List<Stretch> of(JsonNode window) {
        boolean warmUp = window.path("kind").asText().equals("warmup");
        List<Stretch> stretches = new ArrayList<>();
        for (JsonNode operation : window.path("operations")) {
            for (Kind kind : Kind.values()) {
                if (kind.measured().equals(operation.path("operation").asText())
                        && operation.path("ok").asLong() > 0) {
                    stretches.add(stretch(warmUp, kind, operation));
                }
            }
        }
        return stretches;
    }

    private static Stretch stretch(boolean warmUp, Kind kind, JsonNode operation) {
        JsonNode latency = operation.path("latency");
        return new Stretch(
                warmUp,
                kind,
                new Rate(
                        operation.path("ok_per_s").asDouble(),
                        latency.path("mean_ms").asDouble()),
                latency.path("p99_ms").asDouble());
    }
}
