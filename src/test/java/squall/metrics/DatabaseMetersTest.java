package squall.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;
import squall.run.watch.Look;
import squall.spi.Metric;
import squall.spi.Reading;

class DatabaseMetersTest {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final DatabaseMeters meters = new DatabaseMeters(registry);

    @Test
    void counters_and_states_are_shown_by_node() {
        meters.looked(new Look.Seen(
                "views of n1",
                0,
                List.of(
                        Reading.of("n1", Metric.CPU_SECONDS, 1.5),
                        Reading.of("n1", Metric.CONNECTIONS, 4),
                        Reading.bucket("n1", 0.1, 7))));
        assertThat(registry.scrape())
                .contains(
                        "squall_database_cpu_seconds_total{node=\"n1\"} 1.5",
                        "squall_database_connections{node=\"n1\"} 4.0",
                        "# HELP squall_database_connections Connections of clients.")
                .doesNotContain("bucket");
    }

    @Test
    void a_state_that_nobody_could_look_at_is_not_the_one_before() {
        meters.looked(new Look.Seen("views of n1", 0, List.of(Reading.of("n1", Metric.CONNECTIONS, 4))));
        meters.looked(new Look.Missed("views of n1", 1, "refused"));
        assertThat(registry.scrape())
                .contains(
                        "squall_database_connections{node=\"n1\"} NaN",
                        "squall_database_looks_missed_total{source=\"views of n1\"} 1.0");
    }
}
