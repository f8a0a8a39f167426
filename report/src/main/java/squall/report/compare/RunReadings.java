package squall.report.compare;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import squall.measure.OperationSummary;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.report.compare.ComparedMetric.MetricKind;
import squall.report.compare.ComparedMetric.MetricReading;
import squall.results.RunSummary;
import squall.results.file.FiguresFile.WorkloadFigure;
import squall.results.recorded.RecordedRun;
import squall.results.recorded.StoredResult;
import squall.verdict.AdversitySummary;
import squall.verdict.AdversitySummary.GroupImpact;
import squall.verdict.AdversitySummary.TimeBack;
import squall.verdict.AdversitySummary.WayBack;

/** Values of one run that can be compared, by key, in the order in which they are shown; percentiles are of merged histograms. */
public final class RunReadings {
    /** Name of all windows but the warm-up together. */
    static final String MEASURED = "measured";

    private static final Map<String, Double> PERCENTILES = percentiles();
    private static final Set<String> LENGTHS = Set.of("s", "ms", "us");

    /** Pattern of the names of figures that count what did not succeed, as other programs name them. */
    private static final Pattern FAILED =
            Pattern.compile(".*(\\berrors|\\breconnects|-FAILED .*|\\bReturn=(?!OK$|BATCHED_OK$).*"
                    + "|(failed|skipped|serialization|deadlock) transactions.*)");

    /** Programs that count failures, if at all, apart from the transactions whose latencies are imported. */
    private static final Set<String> WITHOUT_FAILURES = Set.of("benchbase", "pgbench");

    /** Maximum number of a workload's figures compared by default; more only where they are named. */
    private static final int MOST_FIGURES = 2;

    private final Map<String, MetricReading> found = new LinkedHashMap<>();
    private final boolean disturbed;
    private final boolean withFailures;

    private RunReadings(boolean disturbed, boolean withFailures) {
        this.disturbed = disturbed;
        this.withFailures = withFailures;
    }

    /**
     * Reads the values of a run that has ended, valid or not. @throws IOException if a file of it is missing or damaged; the message names
     * it
     */
    public static Map<String, MetricReading> of(RecordedRun run) throws IOException {
        Optional<AdversitySummary> adversity = run.summary().flatMap(RunSummary::adversity);
        RunReadings readings = new RunReadings(
                adversity.isPresent(),
                run.manifest()
                        .imported()
                        .filter(imported -> WITHOUT_FAILURES.contains(imported.from()))
                        .isEmpty());
        if (run.histograms().isPresent()) {
            readings.windows(StoredResult.readEnded(run).windows());
        }
        readings.figures(run.figures(), run.manifest().fact("waits"));
        adversity.ifPresent(told -> told.phases()
                .forEach(phase -> phase.injectionGroups().forEach(group -> readings.group(group, !phase.control()))));
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
            Window.WindowOrigin origin = window.window().origin();
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
        put(name + ".goodput_per_s", "ok/s", MetricKind.THROUGHPUT, primary, window.goodputPerSecond());
        Histogram all = new Histogram(3);
        window.whole().forEach(o -> all.add(o.latency()));
        latencies(name, all, primary);
        if (withFailures && window.finished() > 0) {
            double percent = 100.0 * window.failed() / window.finished();
            put(name + ".failed_percent", "%", MetricKind.FAILURES, primary, percent);
        }
        for (OperationSummary operation : window.operations()) {
            String each = name + "." + operation.operation().name();
            put(each + ".ok_per_s", "ok/s", MetricKind.THROUGHPUT, false, operation.ok() / window.seconds());
            latencies(each, operation.latency(), false);
        }
    }

    /** Adds the latencies; the median and the 99th percentile are enough for a family that is to stay small. */
    private void latencies(String name, Histogram latency, boolean primary) {
        if (latency.getTotalCount() > 0) {
            put(name + ".mean_ms", "ms", MetricKind.LATENCY, false, latency.getMean() / 1000.0);
            PERCENTILES.forEach((figure, percentile) -> put(
                    name + "." + figure,
                    "ms",
                    MetricKind.LATENCY,
                    primary && (percentile == 50 || percentile == 99),
                    latency.getValueAtPercentile(percentile) / 1000.0));
        }
    }

    /** Adds the figures of the workload. A share of what TPC-C's waits allow means nothing without them. @param waits may be missing */
    private void figures(List<WorkloadFigure> figures, JsonNode waits) {
        List<String> headline = figures.stream()
                .filter(figure -> !figure.unit().equals("%"))
                .limit(MOST_FIGURES)
                .map(WorkloadFigure::name)
                .toList();
        figures.stream()
                .filter(figure -> figure.of().isEmpty()
                        || waits.asBoolean(figure.possibleValue().isPresent()))
                .forEach(figure -> put(
                        figure.name(), figure.unit(), kind(figure), headline.contains(figure.name()), figure.value()));
    }

    private static MetricKind kind(WorkloadFigure figure) {
        return LENGTHS.contains(figure.unit())
                ? MetricKind.LATENCY
                : FAILED.matcher(figure.name()).matches() ? MetricKind.FAILURES : MetricKind.THROUGHPUT;
    }

    /** Adds the cost of a fault. @param primary not where there was none */
    private void group(GroupImpact group, boolean primary) {
        String name = group.name();
        group.availability()
                .ifPresent(share ->
                        put(name + ".availability_percent", "%", MetricKind.AVAILABILITY, primary, 100 * share));
        group.goodputShare().ifPresent(share -> put(name + ".goodput_share", "", MetricKind.THROUGHPUT, false, share));
        group.outageS()
                .ifPresent(seconds -> put(name + ".outage_s", "s", MetricKind.RECOVERY, false, (double) seconds));
        group.p99Times().ifPresent(times -> put(name + ".p99_times", "", MetricKind.LATENCY, false, times));
        WayBack recovery = WayBack.of(group);
        recovery.fromHealing().ifPresent(back -> back(name + ".back_after_healing_s", back, primary));
        recovery.fromInjection().ifPresent(back -> back(name + ".back_after_injection_s", back, false));
    }

    private void back(String key, TimeBack recovery, boolean primary) {
        ComparedMetric metric = new ComparedMetric(plain(key), "s", MetricKind.RECOVERY, primary);
        recovery.afterS().ifPresent(after -> put(new MetricReading(metric, after, false)));
        recovery.longerThanS().ifPresent(bound -> put(new MetricReading(metric, bound, true)));
    }

    private void put(String key, String unit, MetricKind kind, boolean primary, double value) {
        put(new MetricReading(new ComparedMetric(plain(key), unit, kind, primary), value, false));
    }

    /** Adds a value, unless one with its key exists: a window with the name of all together is the only one. */
    private void put(MetricReading reading) {
        found.putIfAbsent(reading.metric().key(), reading);
    }

    /** Returns the key as an option can contain it. */
    private static String plain(String key) {
        return key.replace(' ', '-');
    }

    private static Map<String, Double> percentiles() {
        Map<String, Double> percentiles = new LinkedHashMap<>();
        percentiles.put("p50_ms", 50.0);
        percentiles.put("p90_ms", 90.0);
        percentiles.put("p95_ms", 95.0);
        percentiles.put("p99_ms", 99.0);
        percentiles.put("p999_ms", 99.9);
        percentiles.put("max_ms", 100.0);
        return percentiles;
    }
}
