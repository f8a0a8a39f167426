package squall.command;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import squall.cli.Version;
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
