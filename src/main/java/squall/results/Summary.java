package squall.results;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import squall.cli.ExitCodes;
import squall.cli.Secrets;
import squall.measure.OperationSummary;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.run.ClientHealth;
import squall.run.Ending;
import squall.run.RunResult;
import squall.spi.CheckResult;

/**
 * What {@code summary.json} says of a run; {@code summary.csv}, {@code summary.md} and the index are other views of it. Pure.
 *
 * @param result what was measured
 * @param checks what was found in the data afterwards
 * @param codes how the command ends
 * @param further members of its own that a kind of run has, by name
 */
record Summary(String runId, RunResult result, List<CheckResult> checks, ExitCodes codes, Map<String, Object> further) {
    static final String NAME = "summary.json";

    private static final Map<String, String> DEFINITIONS = Map.of(
            "latency",
                    "from intended start to answer of acknowledged operations, and the charged wait of the unfinished",
            "service", "from sending to answer of acknowledged operations",
            "failed_latency", "from intended start to answer of operations that were refused or unknown",
            "not_found", "of those acknowledged, answered that there is no such row",
            "refused", "certainly not applied",
            "unknown", "may have been applied",
            "goodput_per_s", "acknowledged operations in a second, parts of operations not counted again",
            "percentiles", "HdrHistogram, 3 significant digits, from merged histograms");

    RunState state() {
        return RunState.of(result, codes);
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema_version", Manifest.SCHEMA_VERSION);
        json.put("run_id", runId);
        json.put("state", state().label());
        json.put("ending", ending());
        json.put("exit_code", codes.worst().code());
        json.put("exit_codes", codes.reasons().stream().map(Summary::reason).toList());
        json.put("elapsed_ns", result.elapsedNs());
        json.put("turns", turns());
        json.put("aborted_sessions", result.aborted());
        json.put("client", client(result.client()));
        result.maximumPerSecond().ifPresent(maximum -> json.put("calibrated_maximum_per_s", maximum));
        json.put("unfinished_wait", Quantiles.of(result.unfinishedWait()));
        json.putAll(SuccessGapJson.of(result));
        json.put("total", window(result.total()));
        json.put("windows", result.windows().stream().map(Summary::window).toList());
        json.put("errors", errors());
        json.put("checks", checks.stream().map(Summary::check).toList());
        json.put("definitions", new TreeMap<>(DEFINITIONS));
        json.putAll(further);
        return json;
    }

    /** The windows that count: all but warm-up; the whole run if nothing else is there. */
    List<WindowSummary> measured() {
        List<WindowSummary> measured = result.windows().stream()
                .filter(w -> w.window().kind() != Window.Kind.WARMUP)
                .toList();
        return measured.isEmpty() ? List.of(result.total()) : measured;
    }

    /** One line for {@code index.csv}, over the measured windows together. */
    Map<String, String> headline() {
        Histogram latency = latency();
        double seconds = measured().stream().mapToDouble(WindowSummary::seconds).sum();
        long ok = measured().stream()
                .flatMap(w -> w.operations().stream())
                .filter(o -> !o.operation().part())
                .mapToLong(OperationSummary::ok)
                .sum();
        Map<String, String> headline = new LinkedHashMap<>();
        headline.put("state", state().label());
        headline.put("exit_code", Integer.toString(codes.worst().code()));
        headline.put("elapsed_s", Csv.decimal(result.elapsedNs() / 1e9));
        headline.put("ok", Long.toString(ok));
        headline.put(
                "failed",
                Long.toString(
                        measured().stream().mapToLong(WindowSummary::failed).sum()));
        headline.put("unfinished", Long.toString(result.unfinished()));
        headline.put("goodput_per_s", seconds > 0 ? Csv.decimal(ok / seconds) : "");
        headline.put("p50_ms", percentile(latency, 50));
        headline.put("p95_ms", percentile(latency, 95));
        headline.put("p99_ms", percentile(latency, 99));
        headline.put("p999_ms", percentile(latency, 99.9));
        headline.put("max_ms", percentile(latency, 100));
        return headline;
    }

    private Histogram latency() {
        Histogram merged = new Histogram(3);
        merged.setAutoResize(true);
        measured().stream()
                .flatMap(w -> w.operations().stream())
                .filter(o -> !o.operation().part())
                .forEach(o -> merged.add(o.latency()));
        return merged;
    }

    private static String percentile(Histogram latency, double percentile) {
        return latency.getTotalCount() == 0 ? "" : Csv.milliseconds(latency.getValueAtPercentile(percentile));
    }

    private Map<String, Object> ending() {
        return switch (result.ending()) {
            case Ending.Complete complete -> Map.of("kind", "complete");
            case Ending.Aborted aborted -> ending("aborted", aborted.reason());
            case Ending.CalledOff off -> ending("called_off", off.reason());
            case Ending.Interrupted interrupted -> ending("interrupted", interrupted.signal());
            case Ending.Failed failed -> ending("failed", failed.cause().toString());
        };
    }

    private static Map<String, Object> ending(String kind, String reason) {
        Map<String, Object> ending = new LinkedHashMap<>();
        ending.put("kind", kind);
        ending.put("reason", Secrets.mask(reason));
        return ending;
    }

    private static Map<String, Object> reason(ExitCodes.Reason reason) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("code", reason.code().code());
        json.put("reason", reason.text());
        return json;
    }

    private Map<String, Object> turns() {
        Map<String, Object> turns = new LinkedHashMap<>();
        turns.put("planned", result.planned());
        turns.put("started", result.started());
        turns.put("finished", result.finished());
        turns.put("unfinished", result.unfinished());
        return turns;
    }

    private static Map<String, Object> client(ClientHealth health) {
        Map<String, Object> client = new LinkedHashMap<>();
        client.put("overloaded", health.overloaded());
        client.put("lag_p99_ms", health.lagP99Ns() / 1e6);
        client.put("own_lag_p99_ms", health.ownLagP99Ns() / 1e6);
        client.put("gc_share", health.gcShare());
        client.put("recorder_stalls", health.stalls());
        return client;
    }

    private static Map<String, Object> window(WindowSummary summary) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", summary.window().name());
        json.put("kind", summary.window().kind().name().toLowerCase(Locale.ROOT));
        json.putAll(PhasesFile.origin(summary.window().origin()));
        json.put("from_s", summary.window().fromSecond());
        json.put("to_s", summary.window().toSecond());
        json.put("seconds", summary.seconds());
        if (summary.seconds() > 0) {
            json.put("goodput_per_s", summary.goodputPerSecond());
        }
        json.put("failed", summary.failed());
        json.put(
                "operations",
                summary.operations().stream()
                        .map(o -> operation(o, summary.seconds()))
                        .toList());
        return json;
    }

    private static Map<String, Object> operation(OperationSummary summary, double seconds) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("operation", summary.operation().name());
        json.put("part", summary.operation().part());
        json.put("ok", summary.ok());
        json.put("not_found", summary.notFound());
        json.put("refused", summary.refused());
        json.put("unknown", summary.unknown());
        json.put("retries", summary.retries());
        json.put("unfinished", summary.unfinished());
        if (seconds > 0) {
            json.put("ok_per_s", summary.ok() / seconds);
        }
        json.put("latency", Quantiles.of(summary.latency()));
        json.put("service", Quantiles.of(summary.service()));
        json.put("failed_latency", Quantiles.of(summary.failedLatency()));
        json.put("outcomes", OutcomeJson.of(summary.outcomes()));
        return json;
    }

    private List<Map<String, Object>> errors() {
        List<Map<String, Object>> errors = new ArrayList<>();
        for (OperationSummary summary : result.total().operations()) {
            summary.outcomes()
                    .forEach((outcome, count) -> Failure.of(outcome)
                            .ifPresent(failure ->
                                    errors.add(error(summary.operation().name(), failure, count))));
        }
        errors.sort(Comparator.comparing(Object::toString)); // the map of outcomes has no order of its own
        return errors;
    }

    private static Map<String, Object> error(String operation, Failure failure, long count) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("operation", operation);
        OutcomeJson.put(json, failure);
        json.put("count", count);
        json.put("message", Secrets.mask(failure.message()));
        return json;
    }

    private static Map<String, Object> check(CheckResult check) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", check.name());
        json.put("verdict", check.verdict().name().toLowerCase(Locale.ROOT));
        json.put("detail", Secrets.mask(check.detail()));
        return json;
    }
}
