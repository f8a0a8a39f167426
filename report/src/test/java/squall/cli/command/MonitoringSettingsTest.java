package squall.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.cli.command.MonitoringSettings.Servers;
import squall.metrics.ScrapePort;
import squall.system.CommandException;
import squall.system.ExitCode;

class MonitoringSettingsTest {
    @Test
    void by_default_only_the_database_is_monitored() throws CommandException {
        assertThat(MonitoringSettings.of(monitored("", "", "", "")))
                .isEqualTo(new MonitoringSettings(
                        OptionalInt.empty(), Duration.ZERO, Optional.empty(), new Servers.Auto()));
    }

    @Test
    void everything_can_be_said() throws CommandException {
        assertThat(MonitoringSettings.of(monitored(
                        "0",
                        "15s",
                        "http://127.0.0.1:4318/v1/metrics",
                        "http://a:8080/_status/vars, https://b:8080/x")))
                .isEqualTo(new MonitoringSettings(
                        OptionalInt.of(0),
                        Duration.ofSeconds(15),
                        Optional.of(URI.create("http://127.0.0.1:4318/v1/metrics")),
                        new Servers.At(
                                List.of(URI.create("http://a:8080/_status/vars"), URI.create("https://b:8080/x")))));
        assertThat(MonitoringSettings.of(monitored("", "", "", "off")).servers())
                .isEqualTo(new Servers.Off());
    }

    @ParameterizedTest
    @CsvSource({
        "65536, , , , --metrics-port must be a port in",
        "-1, , , , --metrics-port must be a port in",
        "nine, , , , --metrics-port must be a port in",
        "0, soon, , , --metrics-linger must be",
        ", 5s, , , --metrics-linger requires --metrics-port",
        ", , collector:4318, , --otlp-endpoint must be the address of a receiver",
        ", , , on, '--db-metrics must be off, auto, or addresses'",
        ", , http://h/a%zz, , --otlp-endpoint must be the address of a receiver",
        ", , , http://[, '--db-metrics must be off, auto, or addresses'"
    })
    void what_cannot_be_meant_is_refused_by_its_option(
            String port, String linger, String otlp, String servers, String message) {
        assertThatThrownBy(() -> MonitoringSettings.of(monitored(said(port), said(linger), said(otlp), said(servers))))
                .isInstanceOfSatisfying(
                        CommandException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.USAGE))
                .hasMessageStartingWith(message);
    }

    @Test
    void a_port_that_is_taken_ends_the_command() throws Exception {
        try (ScrapePort taken = ScrapePort.open(0)) {
            MonitoringSettings watching = MonitoringSettings.of(
                    monitored(Integer.toString(taken.address().getPort()), "", "", "off"));
            assertThatThrownBy(() -> CommandMonitor.open(watching, line -> {}))
                    .isInstanceOfSatisfying(
                            CommandException.class,
                            e -> assertThat(e.exitCode()).isEqualTo(ExitCode.UNREACHABLE))
                    .hasMessageStartingWith(
                            "--metrics-port: port " + taken.address().getPort());
        }
    }

    private static String said(@Nullable String word) {
        return word == null ? "" : word;
    }

    static RunOptions monitored(String port, String linger, String otlp, String servers) {
        return new RunOptions(
                Map.of("metrics-port", port, "metrics-linger", linger, "otlp-endpoint", otlp, "db-metrics", servers));
    }
}
