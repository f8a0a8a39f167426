package squall.command;

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
import squall.cli.Version;
import squall.measure.recovery.Span;
import squall.metrics.DatabaseMeters;
import squall.metrics.OtlpPush;
import squall.metrics.RunMeters;
import squall.metrics.ScrapePort;
import squall.results.RunDirectory;
import squall.results.ServerSummary;
import squall.run.Pace;
import squall.run.RunListener;
import squall.run.RunResult;
import squall.run.watch.Tally;
import squall.run.watch.Watch;
import squall.spi.Database;
import squall.spi.Instrument;

/** One run as it is watched, and the watch it keeps on its database. */
final class Observation implements AutoCloseable {
    /** Who may look at a run, and with what the run looks at the nodes of its database that there are when it is asked. */
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
    private final Watch watch;

    private Observation(Job job, RunDirectory directory, Means means) {
        this.directory = directory;
        this.push = means.otlp().map(OtlpPush::new);
        this.registry = new CompositeMeterRegistry();
        means.port().ifPresent(port -> registry.add(shown(port)));
        push.ifPresent(pushed -> registry.add(pushed.registry()));
        this.meters = means.watched() ? Optional.of(meters(job, directory, registry)) : Optional.empty();
        this.watch = new Watch(means.instruments(), sinks(directory, registry, means));
    }

    static Observation of(Job job, RunDirectory directory, Means means) {
        return new Observation(job, directory, means);
    }

    /** Makes ready what would take its time in the first second of the run. */
    void rehearse() throws InterruptedException {
        watch.rehearse();
    }

    /** What must hear the run. */
    List<RunListener> listeners() {
        return Stream.concat(meters.stream(), Stream.<RunListener>of(watch)).toList();
    }

    /** What the database told, once the run is over; empty where nothing was looked at. */
    Optional<ServerSummary> server(RunResult result) {
        List<Tally> tallies = watch.tallies();
        return tallies.isEmpty() ? Optional.empty() : Optional.of(ServerSummary.of(tallies, directory.path(), result));
    }

    /** Pushes what is left, and tells what a user should know, a line each: what was missed. */
    List<String> end() {
        close();
        List<String> troubles = new ArrayList<>();
        watch.tallies().stream()
                .filter(tally -> !tally.whole())
                .forEach(tally -> troubles.add("database metrics: " + tally.line()));
        return withPush(troubles);
    }

    /** The same for a run with faults: a server that is down can't be asked, so what was missed while one was there is not told. */
    List<String> end(List<Span> disturbed) {
        close();
        return withPush(unexpected(watch.gaps(), disturbed));
    }

    static List<String> unexpected(List<Watch.Gap> all, List<Span> disturbed) {
        Map<String, List<Watch.Gap>> unexpected = new LinkedHashMap<>();
        all.stream()
                .filter(gap -> disturbed.stream().noneMatch(span -> touches(gap, span)))
                .forEach(gap -> unexpected
                        .computeIfAbsent(gap.source(), source -> new ArrayList<>())
                        .add(gap));
        List<String> troubles = new ArrayList<>();
        unexpected.forEach((source, gaps) -> troubles.add("database metrics: " + source + ": "
                + gaps.stream().mapToLong(Watch.Gap::readings).sum()
                + " readings failed or were skipped while no fault was active; the first: "
                + gaps.getFirst().why().strip().replaceAll("\\s*\\R\\s*", " ")));
        return troubles;
    }

    private static boolean touches(Watch.Gap gap, Span span) {
        double from = gap.fromNs() / SECOND_NS;
        double to = gap.toNs() / SECOND_NS;
        return to >= span.injected() && (span.healed().isEmpty() || from <= span.end());
    }

    private List<String> withPush(List<String> troubles) {
        push.flatMap(OtlpPush::trouble).ifPresent(trouble -> troubles.add("metrics: " + trouble));
        return troubles;
    }

    /** A port goes on showing the run until the next one. */
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

    private static List<Watch.Sink> sinks(RunDirectory directory, MeterRegistry registry, Means means) {
        return means.watched() ? List.of(directory, new DatabaseMeters(registry)) : List.of(directory);
    }

    private static RunMeters meters(Job job, RunDirectory directory, MeterRegistry registry) {
        Database server = job.info().server();
        return new RunMeters(
                registry,
                new RunMeters.Info(
                        String.valueOf(directory.path().getFileName()),
                        Version.current().version(),
                        job.info().database(),
                        server.version(),
                        job.info().workload()),
                target(job.plan().pace()),
                Observation::cpuRatio);
    }

    private static double target(Pace pace) {
        return switch (pace) {
            case Pace.Rate rate -> rate.perSecond();
            case Pace.Terminals terminals -> terminals.count() * terminals.perSecondEach();
            case Pace.Ramp ramp -> ramp.toPerSecond();
            case Pace.Closed closed -> Double.NaN;
            case Pace.ShareOfMaximum share -> Double.NaN;
            case Pace.Users users -> Double.NaN;
        };
    }

    private static double cpuRatio() {
        return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                .getProcessCpuLoad();
    }
}
