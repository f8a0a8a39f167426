package squall.cli.command;

import picocli.CommandLine.Option;
import squall.system.CommandException;
import squall.system.ExitCode;

/** The options of being watched and of watching the database, for commands whose options picocli reads. */
public final class MonitoringFlags {
    @Option(
            names = "--metrics-port",
            paramLabel = "N",
            description = "Serve the run's metrics to Prometheus on this loopback port; 0: any free port.")
    private String port = "";

    @Option(
            names = "--metrics-linger",
            paramLabel = "TIME",
            description = "Time to keep serving them after the end, for example 15s.")
    private String linger = "";

    @Option(
            names = "--otlp-endpoint",
            paramLabel = "URL",
            description = "Push the run's metrics to this address, for example http://127.0.0.1:4318/v1/metrics.")
    private String otlp = "";

    @Option(
            names = "--db-metrics",
            paramLabel = "WHAT",
            description =
                    "The database's own metrics during the run: auto (default), off, or the addresses of its pages for"
                            + " Prometheus.")
    private String servers = "";

    /** @throws CommandException if an option is given that the engine does not support */
    public void refuse(String why) throws CommandException {
        if (!(port + linger + otlp + servers).isEmpty()) {
            throw new CommandException(
                    ExitCode.USAGE, "--metrics-port, --metrics-linger, --otlp-endpoint and --db-metrics: " + why);
        }
    }

    /** @throws CommandException if a value cannot be read */
    public MonitoringSettings watching() throws CommandException {
        return MonitoringSettings.of(new MonitoringSettings.Words(port, linger, otlp, servers));
    }
}
