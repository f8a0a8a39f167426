package squall.cli.command;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import squall.metrics.ScrapePort;
import squall.results.RunDirectory;
import squall.spi.Instrument;
import squall.spi.Load;
import squall.system.CommandException;
import squall.system.ExitCode;

/** Monitoring of the runs of one command, and of their database: opened before the database is used, closed after the last run. */
public final class CommandMonitor implements AutoCloseable {
    /** Monitoring that is switched off. */
    public static final CommandMonitor NONE = new CommandMonitor(MonitoringSettings.NONE, Optional.empty());

    private final MonitoringSettings watching;
    private final Optional<ScrapePort> port;

    private CommandMonitor(MonitoringSettings watching, Optional<ScrapePort> port) {
        this.watching = watching;
        this.port = port;
    }

    /**
     * Opens the port for metrics, if there is one.
     *
     * @param say receives the address of the metrics, one line
     * @throws CommandException if the port cannot be used
     */
    public static CommandMonitor open(MonitoringSettings watching, Consumer<String> say) throws CommandException {
        if (watching.port().isEmpty()) {
            return new CommandMonitor(watching, Optional.empty());
        }
        try {
            ScrapePort port = ScrapePort.open(watching.port().getAsInt());
            say.accept("metrics for Prometheus at " + port.address());
            return new CommandMonitor(watching, Optional.of(port));
        } catch (IOException e) {
            throw new CommandException(ExitCode.UNREACHABLE, "--metrics-port: " + e.getMessage(), e);
        }
    }

    /** Returns the address of the metrics; empty if they are not served. */
    public Optional<URI> address() {
        return port.map(ScrapePort::address);
    }

    /** Starts to monitor one run; the caller closes it with the run. @param instruments from {@link #instruments} */
    RunObservation observe(PreparedLoad job, RunDirectory directory, Supplier<List<Instrument>> instruments) {
        return new RunObservation(job, directory, new RunObservation.Means(port, watching.otlp(), instruments));
    }

    /** Serves the metrics of the last run for a while, if requested and if there was a run. An interrupt ends this early. */
    @Override
    public void close() {
        try (ScrapePort open = port.orElse(null)) {
            if (open != null && open.showing() && !watching.linger().isZero()) {
                Thread.sleep(watching.linger());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the factory of the instruments of a load's database. @throws CommandException if it has none such as the user named */
    Supplier<List<Instrument>> instruments(Load load) throws CommandException {
        Supplier<List<Instrument>> instruments = switch (watching.servers()) {
            case MonitoringSettings.Servers.Off off -> List::of;
            case MonitoringSettings.Servers.Auto auto -> () -> load.instruments(List.of());
            case MonitoringSettings.Servers.At(List<URI> pages) -> () -> load.instruments(pages);
        };
        try {
            Objects.requireNonNull(instruments.get()); // created once in advance, to validate the pages
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("--db-metrics: " + e.getMessage(), e);
        }
        return instruments;
    }
}
