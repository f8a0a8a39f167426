package squall.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;
import squall.engine.monitor.DatabaseMonitor;
import squall.spi.InstrumentReading;
import squall.spi.ServerMetric;

class DatabaseMetersTest {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final DatabaseMeters meters = new DatabaseMeters(registry);

    @Test
    void counters_and_states_are_shown_by_node() {
        meters.looked(new DatabaseMonitor.MetricSample.Seen(
                "views of n1",
                0,
                List.of(
                        InstrumentReading.of("n1", ServerMetric.CPU_SECONDS, 1.5),
                        InstrumentReading.of("n1", ServerMetric.CONNECTIONS, 4),
                        InstrumentReading.bucket("n1", 0.1, 7))));
        assertThat(registry.scrape())
                .contains(
                        "squall_database_cpu_seconds_total{node=\"n1\"} 1.5",
                        "squall_database_connections{node=\"n1\"} 4.0",
                        "# HELP squall_database_connections Client connections.")
                .doesNotContain("bucket");
    }

    @Test
    void a_state_that_could_not_be_read_is_not_the_previous_one() {
        meters.looked(new DatabaseMonitor.MetricSample.Seen(
                "views of n1", 0, List.of(InstrumentReading.of("n1", ServerMetric.CONNECTIONS, 4))));
        meters.looked(new DatabaseMonitor.MetricSample.Missed("views of n1", 1, "refused"));
        assertThat(registry.scrape())
                .contains(
                        "squall_database_connections{node=\"n1\"} NaN",
                        "squall_database_looks_missed_total{source=\"views of n1\"} 1.0");
    }
}
