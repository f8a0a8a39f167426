package squall.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import squall.host.InvalidFileException;
import squall.measure.OperationSummary;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.results.WindowHistograms.Kind;
import squall.run.ClientHealth;
import squall.run.Ending;
import squall.run.Measurement;
import squall.run.RunResult;
import squall.run.TurnCount;
import squall.spi.Operation;

/** What a run measured, read back whole from {@code summary.json} and {@code histograms.hlog}. */
public final class StoredResult {
    private final JsonNode summary;
    private final WindowHistograms histograms;
    private final Messages messages;

    private StoredResult(JsonNode summary, WindowHistograms histograms, Messages messages) {
        this.summary = summary;
        this.histograms = histograms;
        this.messages = messages;
    }

    /** @throws IOException if the run did not come to its end, or a file is missing or damaged; the message names it */
    public static RunResult read(RecordedRun run) throws IOException {
        JsonNode summary = run.summary()
                .orElseThrow(() ->
                        new InvalidFileException(run.path() + " has no summary.json: it did not come to its end"));
        if (run.state() != RunState.COMPLETE) {
            throw new InvalidFileException(
                    run.path() + " is " + run.state().label() + ", only a complete run can be used");
        }
        WindowHistograms histograms = WindowHistograms.read(run.path());
        try {
            return new StoredResult(summary, histograms, Messages.of(summary.path("errors"))).result();
        } catch (IllegalArgumentException e) {
            throw new InvalidFileException(run.path().resolve(Summary.NAME) + ": " + e.getMessage(), e);
        }
    }

    private RunResult result() {
        JsonNode turns = summary.path("turns");
        JsonNode total = summary.path("total");
        List<WindowSummary> windows = new ArrayList<>();
        for (JsonNode window : summary.path("windows")) {
            windows.add(window(windows.size(), window));
        }
        if (windows.isEmpty()) {
            throw new IllegalArgumentException("there are no windows in it");
        }
        JsonNode maximum = summary.path("calibrated_maximum_per_s");
        return new RunResult(
                new Ending.Complete(),
                summary.path("elapsed_ns").asLong(),
                new TurnCount(
                        turns.path("planned").asLong(),
                        turns.path("started").asLong(),
                        turns.path("finished").asLong(),
                        histograms.unfinishedWait()),
                new Measurement(
                        new WindowSummary(named(total), total.path("seconds").asDouble(), total(windows)),
                        windows,
                        maximum.isNumber() ? OptionalDouble.of(maximum.asDouble()) : OptionalDouble.empty(),
                        SuccessGapJson.read(summary)),
                summary.path("aborted_sessions").asInt(),
                client(summary.path("client")));
    }

    private WindowSummary window(int number, JsonNode json) {
        List<OperationSummary> operations = new ArrayList<>();
        for (JsonNode operation : json.path("operations")) {
            operations.add(operation(number, operations.size(), operation));
        }
        return new WindowSummary(named(json), json.path("seconds").asDouble(), operations);
    }

    private OperationSummary operation(int window, int ordinal, JsonNode json) {
        String name = json.path("operation").asText();
        return new OperationSummary(
                new Operation(ordinal, name, json.path("part").asBoolean()),
                json.path("ok").asLong(),
                json.path("refused").asLong(),
                json.path("unknown").asLong(),
                json.path("retries").asLong(),
                json.path("unfinished").asLong(),
                histograms.of(window, Kind.LATENCY, name),
                histograms.of(window, Kind.SERVICE, name),
                histograms.of(window, Kind.FAILED_LATENCY, name),
                histograms.of(window, Kind.FAILED_SERVICE, name),
                OutcomeJson.counts(json.path("outcomes"), messages));
    }

    private static List<OperationSummary> total(List<WindowSummary> windows) {
        List<OperationSummary> total = windows.getFirst().operations();
        for (WindowSummary window : windows.subList(1, windows.size())) {
            total = OperationSummary.sum(total, window.operations());
        }
        return total;
    }

    private static Window named(JsonNode json) {
        return new Window(
                json.path("name").asText(),
                Json.word(Window.Kind.class, json, "kind"),
                json.path("from_s").asLong(),
                json.path("to_s").asLong(),
                new Window.Origin(
                        json.path("phase").asText(), json.path("injection").asText()));
    }

    private static ClientHealth client(JsonNode json) {
        return new ClientHealth(
                Math.round(json.path("lag_p99_ms").asDouble() * 1e6),
                Math.round(json.path("own_lag_p99_ms").asDouble() * 1e6),
                json.path("gc_share").asDouble(),
                json.path("recorder_stalls").asLong());
    }
}
