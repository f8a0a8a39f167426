package squall.report.compare;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.HdrHistogram.Histogram;
import squall.measure.OperationSummary;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.results.Figure;
import squall.results.FiguresFile;
import squall.results.RecordedRun;
import squall.results.StoredResult;

/** Everything of one run that can be compared, by key, in the order in which it is told; percentiles are of merged histograms. */
public final class Readings {
    /** All windows but the warm-up together. */
    static final String MEASURED = "measured";

    private static final Map<String, Double> PERCENTILES = percentiles();
    private static final Set<String> LENGTHS = Set.of("s", "ms", "us");

    /** More figures of a workload than these are compared only where they are named. */
    private static final int MOST_FIGURES = 2;

    private final Map<String, Reading> found = new LinkedHashMap<>();
    private final boolean disturbed;

    private Readings(boolean disturbed) {
        this.disturbed = disturbed;
    }

    /** @throws IOException if the run did not come to a good end, or a file of it is missing or damaged; the message names it */
    public static Map<String, Reading> of(RecordedRun run) throws IOException {
        JsonNode adversity = run.summary()
                .map(summary -> summary.path("adversity"))
                .orElseGet(() -> run.manifest().path("adversity"));
        Readings readings = new Readings(adversity.isObject());
        if (run.histograms().isPresent()) {
            readings.windows(StoredResult.read(run).windows());
        }
        readings.figures(FiguresFile.read(run.path()));
        adversity
                .path("phases")
                .forEach(phase -> phase.path("strikes")
                        .forEach(strike ->
                                readings.strike(strike, !phase.path("control").asBoolean())));
        return Collections.unmodifiableMap(readings.found);
    }

    private void windows(List<WindowSummary> windows) {
        List<WindowSummary> measured = windows.stream()
                .filter(window -> window.window().kind() != Window.Kind.WARMUP)
                .toList();
        if (!disturbed && !measured.isEmpty()) {
            window(MEASURED, together(measured), true);
        }
        for (WindowSummary window : windows) {
            Window.Origin origin = window.window().origin();
            String name = window.window().name();
            window(
                    origin.phase().isEmpty() || name.contains(origin.phase()) ? name : origin.phase() + "." + name,
                    window,
                    disturbed && window.window().kind() == Window.Kind.BASELINE);
        }
    }

    private static WindowSummary together(List<WindowSummary> windows) {
        return windows.stream()
                .reduce((one, other) -> new WindowSummary(
                        one.window(),
                        one.seconds() + other.seconds(),
                        OperationSummary.sum(one.operations(), other.operations())))
                .orElseThrow();
    }

    private void window(String name, WindowSummary window, boolean primary) {
        if (window.seconds() == 0) {
            return;
        }
        put(name + ".goodput_per_s", "ok/s", Kind.THROUGHPUT, primary, window.goodputPerSecond());
        Histogram all = new Histogram(3);
        all.setAutoResize(true);
        window.operations().stream().filter(o -> !o.operation().part()).forEach(o -> all.add(o.latency()));
        latencies(name, all, primary);
        long failed = window.failed();
        if (window.finished() > 0) {
            put(name + ".failed_percent", "%", Kind.FAILURES, primary, 100.0 * failed / window.finished());
        }
        for (OperationSummary operation : window.operations()) {
            String each = name + "." + operation.operation().name();
            put(each + ".ok_per_s", "ok/s", Kind.THROUGHPUT, false, operation.ok() / window.seconds());
            latencies(each, operation.latency(), false);
        }
    }

    /** The median and the 99th percentile are enough for a family that is to stay small. */
    private void latencies(String name, Histogram latency, boolean primary) {
        if (latency.getTotalCount() > 0) {
            PERCENTILES.forEach((figure, percentile) -> put(
                    name + "." + figure,
                    "ms",
                    Kind.LATENCY,
                    primary && (percentile == 50 || percentile == 99),
                    latency.getValueAtPercentile(percentile) / 1000.0));
        }
    }

    private void figures(List<Figure> figures) {
        List<String> headline = figures.stream()
                .filter(figure -> !figure.unit().equals("%"))
                .limit(MOST_FIGURES)
                .map(Figure::name)
                .toList();
        figures.forEach(figure -> put(
                figure.name(),
                figure.unit(),
                LENGTHS.contains(figure.unit()) ? Kind.LATENCY : Kind.THROUGHPUT,
                headline.contains(figure.name()),
                figure.value()));
    }

    /** What a fault cost. @param primary not where there was none */
    private void strike(JsonNode strike, boolean primary) {
        String name = strike.path("name").asText();
        number(strike.path("availability"))
                .ifPresent(share -> put(name + ".availability_percent", "%", Kind.AVAILABILITY, primary, 100 * share));
        number(strike.path("goodput_share"))
                .ifPresent(share -> put(name + ".goodput_share", "", Kind.THROUGHPUT, false, share));
        back(name + ".back_after_healing_s", strike.path("recovery").path("from_healing"), primary);
        back(name + ".back_after_injection_s", strike.path("recovery").path("from_injection"), false);
    }

    private void back(String key, JsonNode recovery, boolean primary) {
        Metric metric = new Metric(plain(key), "s", Kind.RECOVERY, primary);
        number(recovery.path("after_s")).ifPresent(after -> put(new Reading(metric, after, false)));
        number(recovery.path("longer_than_s")).ifPresent(bound -> put(new Reading(metric, bound, true)));
    }

    private static Optional<Double> number(JsonNode node) {
        return node.isNumber() ? Optional.of(node.asDouble()) : Optional.empty();
    }

    private void put(String key, String unit, Kind kind, boolean primary, double value) {
        put(new Reading(new Metric(plain(key), unit, kind, primary), value, false));
    }

    /** Where a window has the name of all together, it is all there is. */
    private void put(Reading reading) {
        found.putIfAbsent(reading.metric().key(), reading);
    }

    /** As an option can name it. */
    private static String plain(String key) {
        return key.replace(' ', '-');
    }

    private static Map<String, Double> percentiles() {
        Map<String, Double> percentiles = new LinkedHashMap<>();
        percentiles.put("p50_ms", 50.0);
        percentiles.put("p95_ms", 95.0);
        percentiles.put("p99_ms", 99.0);
        percentiles.put("p999_ms", 99.9);
        percentiles.put("max_ms", 100.0);
        return percentiles;
    }
}
