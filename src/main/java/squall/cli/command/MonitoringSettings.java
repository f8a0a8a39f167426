package squall.cli.command;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Option;
import squall.spi.Durations;
import squall.system.CommandException;
import squall.system.ExitCode;

/**
 * The monitoring options of a command line.
 *
 * @param port on which Prometheus can read the run; empty: nowhere; 0: any that is free
 * @param linger how long it can be read after the last run
 * @param otlp where it is pushed to
 */
public record MonitoringSettings(OptionalInt port, Duration linger, Optional<URI> otlp, Servers servers) {
    /** No monitoring. */
    public static final MonitoringSettings NONE =
            new MonitoringSettings(OptionalInt.empty(), Duration.ZERO, Optional.empty(), new Servers.Off());

    private static final int HIGHEST_PORT = 65_535;
    private static final String OFF = "off";
    private static final String AUTO = "auto";

    /** Whether the database's own metrics are read during the load. */
    public sealed interface Servers {
        /** They are not. */
        record Off() implements Servers {}

        /** What the database offers is read where it usually is. */
        record Auto() implements Servers {}

        /** Its servers publish them on these pages. */
        record At(List<URI> pages) implements Servers {
            public At {
                pages = List.copyOf(pages);
            }
        }
    }

    /**
     * The same from the values of a command line, empty if not given.
     *
     * @throws CommandException if one of them cannot be read
     */
    public static MonitoringSettings of(MonitoringWords words) throws CommandException {
        OptionalInt port = port(words.port());
        Duration linger = linger(words.linger());
        if (port.isEmpty() && !linger.isZero()) {
            throw CommandException.usage("--metrics-linger requires --metrics-port");
        }
        Optional<URI> otlp = words.otlp().isEmpty()
                ? Optional.empty()
                : Optional.of(page(
                        "--otlp-endpoint",
                        words.otlp(),
                        "the address of a receiver, for example http://127.0.0.1:4318/v1/metrics"));
        return new MonitoringSettings(port, linger, otlp, servers(words.servers()));
    }

    /** What was typed behind each option; empty where it was not given. */
    public record MonitoringWords(String port, String linger, String otlp, String servers) {}

    private static OptionalInt port(String text) throws CommandException {
        if (text.isEmpty()) {
            return OptionalInt.empty();
        }
        if (!text.matches("\\d{1,5}") || Integer.parseInt(text) > HIGHEST_PORT) {
            throw CommandException.usage("--metrics-port must be a port in [0, " + HIGHEST_PORT
                    + "], 0 for any free port, not '" + text + "'");
        }
        return OptionalInt.of(Integer.parseInt(text));
    }

    private static Duration linger(String text) throws CommandException {
        if (text.isEmpty()) {
            return Duration.ZERO;
        }
        return Durations.parse(text)
                .orElseThrow(() -> CommandException.usage(
                        "--metrics-linger must be " + Durations.WANTED + ", not '" + text + "'"));
    }

    private static Servers servers(String text) throws CommandException {
        return switch (text) {
            case "", AUTO -> new Servers.Auto();
            case OFF -> new Servers.Off();
            default -> new Servers.At(pages(text));
        };
    }

    private static List<URI> pages(String text) throws CommandException {
        List<URI> pages = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            pages.add(page(
                    "--db-metrics",
                    part.strip(),
                    "off, auto, or addresses of pages with Prometheus's text, for example"
                            + " http://10.0.0.1:8080/_status/vars"));
        }
        return pages;
    }

    private static URI page(String option, String text, String wanted) throws CommandException {
        if (!text.matches("https?://[\\w.\\-\\[\\]:]+(/[\\w.\\-/?=&%]*)?")) {
            throw CommandException.usage(option + " must be " + wanted + ", not '" + text + "'");
        }
        return URI.create(text);
    }

    /** The options of being watched and of watching the database, for commands whose options picocli reads. */
    public static final class MonitoringFlags {
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
            return MonitoringSettings.of(new MonitoringWords(port, linger, otlp, servers));
        }
    }
}
