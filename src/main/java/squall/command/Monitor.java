package squall.command;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.metrics.ScrapePort;
import squall.results.RunDirectory;
import squall.spi.Instrument;
import squall.spi.Load;

/** Who watches the runs of one command, and how it watches the database: opened before a database is touched, closed after the last run. */
public final class Monitor implements AutoCloseable {
    /** Nobody watches anybody. */
    public static final Monitor NONE = new Monitor(Watching.NONE, Optional.empty());

    private final Watching watching;
    private final Optional<ScrapePort> port;

    private Monitor(Watching watching, Optional<ScrapePort> port) {
        this.watching = watching;
        this.port = port;
    }

    /**
     * Takes the port.
     *
     * @param say hears where the metrics are, one line
     * @throws CommandException if the port cannot be taken
     */
    public static Monitor open(Watching watching, Consumer<String> say) throws CommandException {
        if (watching.port().isEmpty()) {
            return new Monitor(watching, Optional.empty());
        }
        try {
            ScrapePort port = ScrapePort.open(watching.port().getAsInt());
            say.accept("metrics for Prometheus at " + port.address());
            return new Monitor(watching, Optional.of(port));
        } catch (IOException e) {
            throw new CommandException(ExitCode.UNREACHABLE, "--metrics-port: " + e.getMessage(), e);
        }
    }

    /** Where the metrics are; empty if nowhere. */
    public Optional<URI> address() {
        return port.map(ScrapePort::address);
    }

    /** Begins with one run; the caller closes it with the run. @throws CommandException if the database has no such figures */
    Observation observe(Job job, RunDirectory directory) throws CommandException {
        return Observation.of(job, directory, new Observation.Means(port, watching.otlp(), instruments(job.load())));
    }

    /** Serves the last run for a while yet, where that was asked for and there was one. An interrupt ends that early. */
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

    /** @throws CommandException if there are none such as the user named */
    private Supplier<List<Instrument>> instruments(Load load) throws CommandException {
        Supplier<List<Instrument>> instruments = switch (watching.servers()) {
            case Watching.Servers.Off off -> List::of;
            case Watching.Servers.Auto auto -> () -> load.instruments(List.of());
            case Watching.Servers.At(List<URI> pages) -> () -> load.instruments(pages);
        };
        try {
            Objects.requireNonNull(instruments.get()); // made once beforehand, for what it says of the pages
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, "--db-metrics: " + e.getMessage(), e);
        }
        return instruments;
    }
}
