package squall.cli.command;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import squall.engine.RunListener;
import squall.engine.RunResult;
import squall.engine.monitor.DatabaseMonitor;
import squall.engine.monitor.DatabaseMonitor.PollingStatistics;
import squall.engine.schedule.LoadPace;
import squall.measure.recovery.FaultSpan;
import squall.metrics.DatabaseMeters;
import squall.metrics.OtlpPush;
import squall.metrics.RunMeters;
import squall.metrics.ScrapePort;
import squall.results.RunDirectory;
import squall.results.recorded.ServerActivity;
import squall.spi.DatabaseInfo;
import squall.spi.Instrument;
import squall.system.HumanNumbers;
import squall.system.SquallVersion;

/** Monitoring of one run and of its database. */
final class RunObservation implements AutoCloseable {
    /** Publishing of the run's metrics, and the instruments of the nodes that its database has at the time of the call. */
    record Means(Optional<ScrapePort> port, Optional<URI> otlp, Supplier<List<Instrument>> instruments) {
        boolean watched() {
            return port.isPresent() || otlp.isPresent();
        }
    }

    private static final double SECOND_NS = 1e9;

    private final RunDirectory directory;
    private final Optional<OtlpPush> push;
    private final Optional<RunMeters> meters;
    private final CompositeMeterRegistry registry;
    private final DatabaseMonitor watch;

    RunObservation(PreparedLoad job, RunDirectory directory, Means means) {
        this.directory = directory;
        this.push = means.otlp().map(OtlpPush::new);
        this.registry = new CompositeMeterRegistry();
        means.port().ifPresent(port -> registry.add(shown(port)));
        push.ifPresent(pushed -> registry.add(pushed.registry()));
        this.meters = means.watched() ? Optional.of(meters(job, directory, registry)) : Optional.empty();
        this.watch = new DatabaseMonitor(means.instruments(), sinks(directory, registry, means));
    }

    /** Prepares whatever would take time in the first second of the run. */
    void rehearse() throws InterruptedException {
        watch.rehearse();
    }

    /** Returns the listeners of the run. */
    List<RunListener> listeners() {
        return Stream.concat(meters.stream(), Stream.<RunListener>of(watch)).toList();
    }

    /** Returns the database metrics after the run; empty if none were read. */
    Optional<ServerActivity> server(RunResult result) {
        List<PollingStatistics> tallies = watch.tallies();
        return tallies.isEmpty() ? Optional.empty() : Optional.of(ServerActivity.of(tallies, directory.path(), result));
    }

    /**
     * Pushes the remaining metrics, and returns problems that a user should know, such as failed readings, one per line. Readings that were
     * skipped because the one before took too long are only recorded.
     */
    List<String> end() {
        close();
        List<String> problems = new ArrayList<>();
        watch.tallies().stream()
                .filter(tally -> tally.missed() > 0)
                .forEach(tally -> problems.add("database metrics: " + tally.line()));
        return withPush(problems);
    }

    /**
     * Ends the monitoring of a run with faults as {@link #end()} does: a server that is down cannot be read, so readings missed during a
     * fault are not reported.
     */
    List<String> end(List<FaultSpan> disturbed) {
        close();
        return withPush(unexpected(watch.gaps(), disturbed));
    }

    static List<String> unexpected(List<DatabaseMonitor.ReadingGap> all, List<FaultSpan> disturbed) {
        Map<String, List<DatabaseMonitor.ReadingGap>> unexpected = new LinkedHashMap<>();
        all.stream()
                .filter(gap -> disturbed.stream().noneMatch(span -> touches(gap, span)))
                .forEach(gap -> unexpected
                        .computeIfAbsent(gap.source(), source -> new ArrayList<>())
                        .add(gap));
        List<String> problems = new ArrayList<>();
        unexpected.forEach((source, gaps) -> problems.add("database metrics: " + source + ": "
                + HumanNumbers.counted(
                        gaps.stream()
                                .mapToLong(DatabaseMonitor.ReadingGap::readings)
                                .sum(),
                        "reading")
                + " failed or skipped while no fault was active; the first: "
                + gaps.getFirst().why().strip().replaceAll("\\s*\\R\\s*", " ")));
        return problems;
    }

    private static boolean touches(DatabaseMonitor.ReadingGap gap, FaultSpan span) {
        double from = gap.fromNs() / SECOND_NS;
        double to = gap.toNs() / SECOND_NS;
        return to >= span.injected() && (span.healed().isEmpty() || from <= span.end());
    }

    private List<String> withPush(List<String> problems) {
        push.flatMap(OtlpPush::problem).ifPresent(problem -> problems.add("metrics: " + problem));
        return problems;
    }

    /** Closes the monitoring; the port shows the run until the next one starts. */
    @Override
    public void close() {
        watch.close();
        registry.getRegistries().stream()
                .filter(part -> !(part instanceof PrometheusMeterRegistry))
                .forEach(MeterRegistry::close);
        meters.ifPresent(RunMeters::close);
    }

    private static PrometheusMeterRegistry shown(ScrapePort port) {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        port.show(registry);
        return registry;
    }

    private static List<DatabaseMonitor.ReadingSink> sinks(
            RunDirectory directory, MeterRegistry registry, Means means) {
        return means.watched() ? List.of(directory, new DatabaseMeters(registry)) : List.of(directory);
    }

    private static RunMeters meters(PreparedLoad job, RunDirectory directory, MeterRegistry registry) {
        DatabaseInfo server = job.info().server();
        return new RunMeters(
                registry,
                new RunMeters.Info(
                        String.valueOf(directory.path().getFileName()),
                        SquallVersion.current().version(),
                        job.info().database(),
                        server.version(),
                        job.info().workload()),
                target(job.plan().pace()) / job.plan().split().clients(),
                RunObservation::cpuRatio);
    }

    private static double target(LoadPace pace) {
        return switch (pace) {
            case LoadPace.Rate rate -> rate.perSecond();
            case LoadPace.Terminals terminals -> terminals.count() * terminals.perSecondEach();
            case LoadPace.Ramp ramp -> ramp.toPerSecond();
            case LoadPace.Closed closed -> Double.NaN;
            case LoadPace.ShareOfMaximum share -> Double.NaN;
            case LoadPace.Users users -> Double.NaN;
        };
    }

    private static double cpuRatio() {
        return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                .getProcessCpuLoad();
    }
}
