package squall.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import squall.check.isolation.JudgeRequest;
import squall.engine.RunEvent;
import squall.engine.RunListener;
import squall.engine.phases.ScenarioEvent;
import squall.measure.LiveSecond;
import squall.measure.OperationTick;
import squall.measure.Tick;
import squall.spi.ErrorCode;
import squall.spi.Outcome;

/**
 * Set of all meters of a run, in one place since Micrometer drops a second registration of a name with other tags. Updated from closed
 * seconds on the listener thread, so that the hot path is not affected; read by the registry's own threads.
 *
 * <p>Latencies are those of acknowledged operations, from intended start; a closed second brings a histogram, and each of its values is
 * recorded again with the histogram's precision of three digits.
 */
public final class RunMeters implements RunListener, AutoCloseable {
    /** Upper bounds of buckets, in milliseconds: Micrometer's own ninety for each label set would be too many. */
    private static final double[] BOUNDS_MS = {
        0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000
    };

    private final MeterRegistry registry;
    private final JvmGcMetrics gc = new JvmGcMetrics();
    private final Map<String, Timer> durations = new HashMap<>();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicLong lagNs = new AtomicLong();
    private String phase = "";
    private int phases;
    private Optional<Meter> shownPhase = Optional.empty();
    private final Map<FaultLabels, AtomicInteger> faults = new HashMap<>();

    /** Set of the labels of {@code squall.run.info}. */
    public record Info(String runId, String version, String database, String databaseVersion, String workload) {}

    /** Set of the labels of a fault. */
    public record FaultLabels(String fault, String kind, String target) {}

    /**
     * Registers the meters known from the start.
     *
     * @param registry the caller's to close; of Micrometer's meters of garbage collection only the pauses are let in
     * @param targetPerSecond the target rate; NaN if there is none
     * @param cpuRatio share of the machine's processors that this process uses, in [0, 1]; read when the registry is read
     */
    public RunMeters(MeterRegistry registry, Info info, double targetPerSecond, DoubleSupplier cpuRatio) {
        this.registry = registry;
        registry.config()
                .meterFilter(MeterFilter.deny(id ->
                        id.getName().startsWith("jvm.gc.") && !id.getName().equals("jvm.gc.pause")));
        gc.bindTo(registry);
        gauge(
                "squall.run.info",
                "The run's labels; always 1.",
                () -> 1,
                Tags.of(
                        "run_id", info.runId(),
                        "version", info.version(),
                        "db", info.database(),
                        "db_version", info.databaseVersion(),
                        "workload", info.workload()));
        gauge("squall.inflight.operations", "Operations in flight.", inFlight::get, Tags.empty());
        gauge(
                "squall.schedule.lag.seconds",
                "How far sending is behind the schedule.",
                () -> lagNs.get() / 1e9,
                Tags.empty());
        gauge("squall.target.rate", "Target operations per second.", () -> targetPerSecond, Tags.empty());
        gauge("squall.client.cpu.ratio", "Share of all cores that this process uses.", cpuRatio, Tags.empty());
    }

    @Override
    public void liveSecond(LiveSecond liveSecond) {
        inFlight.set(liveSecond.inFlight());
        lagNs.set(liveSecond.lagNs());
    }

    @Override
    public void closed(Tick tick) {
        enter(tick.window().name());
        tick.operations().forEach(this::add);
    }

    /**
     * {@inheritDoc} Shows a fault from when it was seen to be in effect until it was seen to be gone, and an anomaly of a judged load
     * from when it was first found.
     */
    @Override
    public void event(RunEvent event) {
        Map<String, Object> facts = event.facts();
        if (event.type().equals(JudgeRequest.EVENT)) {
            gauge(
                    "squall.isolation.anomaly",
                    "1 once the judged load has shown this anomaly.",
                    () -> 1,
                    Tags.of("anomaly", fact(facts, JudgeRequest.ANOMALY)));
        }
        boolean begins = event.type().equals(ScenarioEvent.EFFECTIVE.type());
        if ((begins || event.type().equals(ScenarioEvent.VERIFIED.type())) && Boolean.TRUE.equals(facts.get("ok"))) {
            fault(
                    new FaultLabels(
                            facts.get("phase") + "/" + facts.get("injection"),
                            fact(facts, "fault"),
                            fact(facts, "target")),
                    begins);
        }
    }

    private static String fact(Map<String, Object> facts, String name) {
        return String.valueOf(facts.getOrDefault(name, ""));
    }

    /** Reports that a fault is in effect, or no longer. */
    public void fault(FaultLabels fault, boolean active) {
        faults.computeIfAbsent(
                        fault,
                        f -> flag(
                                "squall.fault.active",
                                "1 while the fault is in effect.",
                                Tags.of("fault", f.fault(), "kind", f.kind(), "target", f.target())))
                .set(active ? 1 : 0);
    }

    @Override
    public void close() {
        gc.close();
    }

    /** Removes the previous phase: an info series counts as 1 as long as it exists, whatever its value. */
    private void enter(String window) {
        if (!window.equals(phase)) {
            shownPhase.ifPresent(registry::remove);
            phase = window;
            shownPhase = Optional.of(gauge(
                    "squall.phase.info",
                    "The current phase; always 1.",
                    () -> 1,
                    Tags.of("phase", window, "index", Integer.toString(phases))));
            phases++;
        }
    }

    private void add(OperationTick operation) {
        String name = operation.operation().name();
        counter("squall.operations", "Operations that ended with any outcome.", Tags.of("operation", name))
                .increment((double) (operation.ok() + operation.refused() + operation.unknown()));
        counter("squall.retries", "Attempts beyond the first.", Tags.of("operation", name))
                .increment((double) operation.retries());
        operation.outcomes().forEach((outcome, count) -> add(name, outcome, count));
        record(durations.computeIfAbsent(name, this::duration), operation.latency());
    }

    private void add(String operation, Outcome outcome, long count) {
        switch (outcome) {
            case Outcome.Ok ok -> {}
            case Outcome.Refused refused -> error(operation, refused.error()).increment((double) count);
            case Outcome.Unknown unknown -> error(operation, unknown.error()).increment((double) count);
        }
    }

    private Counter error(String operation, ErrorCode code) {
        return counter(
                "squall.operation.errors",
                "Operations that were not acknowledged.",
                Tags.of("operation", operation, "class", code.kind().label(), "sqlstate", code.code()));
    }

    private static void record(Timer timer, Histogram latency) {
        for (HistogramIterationValue value : latency.recordedValues()) {
            for (long i = 0; i < value.getCountAddedInThisIterationStep(); i++) {
                timer.record(value.getValueIteratedTo(), TimeUnit.MICROSECONDS);
            }
        }
    }

    private Timer duration(String operation) {
        Duration[] bounds = new Duration[BOUNDS_MS.length];
        for (int i = 0; i < bounds.length; i++) {
            bounds[i] = Duration.ofNanos(Math.round(BOUNDS_MS[i] * 1e6));
        }
        return Timer.builder("squall.operation.duration")
                .description("Time from intended start to response.")
                .tags("operation", operation, "outcome", "ok")
                .serviceLevelObjectives(bounds)
                .register(registry);
    }

    private Counter counter(String name, String description, Tags tags) {
        return Counter.builder(name).description(description).tags(tags).register(registry);
    }

    private AtomicInteger flag(String name, String description, Tags tags) {
        AtomicInteger flag = new AtomicInteger();
        gauge(name, description, flag::get, tags);
        return flag;
    }

    /** Registers a gauge that the registry references strongly; Micrometer's default is a weak reference. */
    private Meter gauge(String name, String description, DoubleSupplier value, Tags tags) {
        return Gauge.builder(name, value, DoubleSupplier::getAsDouble)
                .description(description)
                .tags(tags)
                .strongReference(true)
                .register(registry);
    }
}
