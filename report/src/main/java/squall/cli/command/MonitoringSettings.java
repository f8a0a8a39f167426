package squall.cli.command;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import squall.spi.Durations;
import squall.system.CommandException;

/**
 * Monitoring options of a command line.
 *
 * @param port on which Prometheus can read the run; empty: nowhere; 0: any that is free
 * @param linger time for which it can be read after the last run
 * @param otlp address to which metrics are pushed
 */
public record MonitoringSettings(OptionalInt port, Duration linger, Optional<URI> otlp, Servers servers) {
    /** Settings without monitoring. */
    public static final MonitoringSettings NONE =
            new MonitoringSettings(OptionalInt.empty(), Duration.ZERO, Optional.empty(), new Servers.Off());

    private static final int HIGHEST_PORT = 65_535;
    private static final String OFF = "off";
    private static final String AUTO = "auto";

    /** Choice of the database's own metrics to read during the load. */
    public sealed interface Servers {
        /** Choice of no metrics. */
        record Off() implements Servers {}

        /** Choice of the metrics that the database offers, at their usual places. */
        record Auto() implements Servers {}

        /** Choice of pages on which the servers publish their metrics. */
        record At(List<URI> pages) implements Servers {
            public At {
                pages = List.copyOf(pages);
            }
        }
    }

    /** @throws CommandException if a value cannot be read */
    static MonitoringSettings of(RunOptions options) throws CommandException {
        OptionalInt port = port(options.text(RunOptions.METRICS_PORT));
        Duration linger = linger(options.text(RunOptions.METRICS_LINGER));
        if (port.isEmpty() && !linger.isZero()) {
            throw CommandException.usage("--metrics-linger requires --metrics-port");
        }
        Optional<URI> otlp = options.text(RunOptions.OTLP_ENDPOINT).isEmpty()
                ? Optional.empty()
                : Optional.of(page(
                        "--otlp-endpoint",
                        options.text(RunOptions.OTLP_ENDPOINT),
                        "the address of a receiver, for example http://127.0.0.1:4318/v1/metrics"));
        return new MonitoringSettings(port, linger, otlp, servers(options.text(RunOptions.DB_METRICS)));
    }

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
        String refusal = option + " must be " + wanted + ", not '" + text + "'";
        if (!text.matches("https?://[\\w.\\-\\[\\]:]+(/[\\w.\\-/?=&%]*)?")) {
            throw CommandException.usage(refusal);
        }
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw CommandException.usage(refusal, e);
        }
    }
}
