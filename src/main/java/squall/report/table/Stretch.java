package squall.report.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import squall.results.RecordedRun;

/**
 * One operation over the warm-up of a run, or over a window after it.
 *
 * @param p99Ms from the merged histogram
 */
public record Stretch(boolean warmUp, String operation, Rate rate, double p99Ms) {
    /** Those in which something was acknowledged, in their order; none of a run that did not come to its end. */
    public static List<Stretch> of(RecordedRun run) {
        List<Stretch> stretches = new ArrayList<>();
        run.summary().ifPresent(summary -> summary.path("windows").forEach(window -> stretches.addAll(of(window))));
        return stretches;
    }

    private static List<Stretch> of(JsonNode window) {
        boolean warmUp = window.path("kind").asText().equals("warmup");
        List<Stretch> stretches = new ArrayList<>();
        for (JsonNode operation : window.path("operations")) {
            if (operation.path("ok").asLong() > 0) {
                stretches.add(stretch(warmUp, operation));
            }
        }
        return stretches;
    }

    private static Stretch stretch(boolean warmUp, JsonNode operation) {
        JsonNode latency = operation.path("latency");
        return new Stretch(
                warmUp,
                operation.path("operation").asText(),
                new Rate(
                        operation.path("ok_per_s").asDouble(),
                        latency.path("mean_ms").asDouble()),
                latency.path("p99_ms").asDouble());
    }
}
