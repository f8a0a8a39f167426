package squall.command;

import picocli.CommandLine.Option;
import squall.cli.CommandException;
import squall.cli.ExitCode;

/** The options of being watched and of watching the database, for commands whose options picocli reads. */
public final class WatchFlags {
    @Option(
            names = "--metrics-port",
            paramLabel = "N",
            description = "Serve the run's metrics to Prometheus on this port of loopback; 0: any that is free.")
    private String port = "";

    @Option(
            names = "--metrics-linger",
            paramLabel = "TIME",
            description = "Go on serving them so long after the end, for example 15s.")
    private String linger = "";

    @Option(
            names = "--otlp-endpoint",
            paramLabel = "URL",
            description = "Push the run's metrics there, for example http://127.0.0.1:4318/v1/metrics.")
    private String otlp = "";

    @Option(
            names = "--db-metrics",
            paramLabel = "WHAT",
            description =
                    "Figures of the database's own beside the load: auto (default), off, or the addresses of its pages for"
                            + " Prometheus.")
    private String servers = "";

    /** @throws CommandException if one of them is given to who cannot heed it */
    public void refuse(String why) throws CommandException {
        if (!(port + linger + otlp + servers).isEmpty()) {
            throw new CommandException(
                    ExitCode.USAGE, "--metrics-port, --metrics-linger, --otlp-endpoint and --db-metrics: " + why);
        }
    }

    /** @throws CommandException if a value cannot be read */
    public Watching watching() throws CommandException {
        return Watching.of(new Watching.Words(port, linger, otlp, servers));
    }
}
