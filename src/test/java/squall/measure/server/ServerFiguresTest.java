package squall.measure.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import squall.spi.InstrumentReading;
import squall.spi.ServerMetric;

class ServerFiguresTest {
    private final ServerReadings readings = new ServerReadings();

    @Test
    void counters_of_all_nodes_become_a_rate() {
        counter("n1", ServerMetric.QUERIES, 100, 300, 500);
        counter("n2", ServerMetric.QUERIES, 0, 50, 100);
        assertThat(readings.rate(ServerMetric.QUERIES, 0, 2)).hasValue(250);
        assertThat(readings.rate(ServerMetric.QUERIES, "n2", 0, 2)).hasValue(50);
    }

    @Test
    void a_counter_that_went_backwards_is_no_figure() {
        counter("n1", ServerMetric.COMMITS, 1_000, 1_100, 40, 140);
        counter("n2", ServerMetric.COMMITS, 0, 10, 20, 30);
        assertThat(readings.growth(ServerMetric.COMMITS, "n1", 0, 3)).isEmpty();
        assertThat(readings.growth(ServerMetric.COMMITS, 0, 3)).isEmpty();
        assertThat(readings.rate(ServerMetric.COMMITS, 0, 3)).isEmpty();
        assertThat(readings.at(ServerMetric.COMMITS, "n1", 1.5, 1)).isEmpty();
    }

    @Test
    void before_and_after_it_went_backwards_a_counter_tells() {
        counter("n1", ServerMetric.COMMITS, 1_000, 1_100, 40, 140);
        assertThat(readings.growth(ServerMetric.COMMITS, 0, 1)).hasValue(100);
        assertThat(readings.rate(ServerMetric.COMMITS, 2, 3)).hasValue(100);
    }

    @Test
    void counters_of_two_servers_under_one_name_are_no_figure() {
        counter("n1", ServerMetric.COMMITS, 1_000_000, 500, 1_000_100, 600, 1_000_200);
        assertThat(readings.rate(ServerMetric.COMMITS, 0, 4)).isEmpty();
    }

    @Test
    void one_reading_is_no_rate() {
        counter("n1", ServerMetric.QUERIES, 100, 300);
        assertThat(readings.rate(ServerMetric.QUERIES, 0.5, 1.5)).isEmpty();
        assertThat(readings.rate(ServerMetric.COMMITS, 0, 9)).isEmpty();
    }

    @Test
    void readings_outside_of_a_stretch_are_none_of_its_own() {
        counter("n1", ServerMetric.QUERIES, 0, 10, 1_000, 1_010);
        assertThat(readings.rate(ServerMetric.QUERIES, 2, 3)).hasValue(10);
    }

    @Test
    void states_are_those_of_the_end() {
        counter("n1", ServerMetric.DISK_BYTES, 5, 7, 6);
        counter("n2", ServerMetric.DISK_BYTES, 1, 1, 1);
        assertThat(readings.last(ServerMetric.DISK_BYTES, 0, 2)).hasValue(7);
        assertThat(readings.highest(ServerMetric.DISK_BYTES, 0, 2)).hasValue(7);
        assertThat(readings.change(ServerMetric.DISK_BYTES, "n1", 0, 2)).hasValue(1);
    }

    @Test
    void a_quantile_is_the_bound_of_the_bucket_of_all_nodes_together() {
        buckets("n1", 0, 0, 0);
        buckets("n2", 0, 0, 0);
        buckets("n1", 1, 90, 100);
        buckets("n2", 1, 0, 100);
        assertThat(readings.quantile(0.45, 0, 1)).hasValue(0.001);
        assertThat(readings.quantile(0.46, 0, 1)).hasValue(Double.POSITIVE_INFINITY);
    }

    @Test
    void no_statement_has_no_quantile() {
        buckets("n1", 0, 7, 8);
        buckets("n1", 1, 7, 8);
        assertThat(readings.quantile(0.95, 0, 1)).isEmpty();
    }

    @Test
    void what_was_not_reported_is_empty_and_never_zero() {
        counter("n1", ServerMetric.CPU_SECONDS, 0, 0.5, 1);
        OptionalDouble none = OptionalDouble.empty();
        assertThat(ServerFigures.of(readings, 0, 2))
                .isEqualTo(new ServerFigures(
                        none, none, none, none, OptionalDouble.of(0.5), none, none, none, none, none, none));
    }

    @Test
    void mean_time_and_share_of_hits_come_from_growth() {
        counter("n1", ServerMetric.QUERIES, 0, 100);
        counter("n1", ServerMetric.QUERY_SECONDS, 7, 7.5);
        counter("n1", ServerMetric.CACHE_HITS, 0, 99);
        counter("n1", ServerMetric.CACHE_MISSES, 5, 6);
        ServerFigures figures = ServerFigures.of(readings, 0, 1);
        assertThat(figures.queryMeanMs()).hasValue(5);
        assertThat(figures.cacheHitShare()).hasValue(0.99);
    }

    @Test
    void at_a_moment_a_counter_has_a_speed_and_a_state_grows_old() {
        counter("n1", ServerMetric.QUERIES, 0, 10, 30);
        counter("n1", ServerMetric.SSTABLES, 4);
        assertThat(readings.at(ServerMetric.QUERIES, "n1", 1.5, 1)).hasValue(20);
        assertThat(readings.at(ServerMetric.QUERIES, "n1", 2.5, 1)).isEmpty();
        assertThat(readings.at(ServerMetric.SSTABLES, "n1", 5, 15)).hasValue(4);
        assertThat(readings.at(ServerMetric.SSTABLES, "n1", 16, 15)).isEmpty();
    }

    /** Adds a reading each second. */
    private void counter(String node, ServerMetric metric, double... values) {
        for (int second = 0; second < values.length; second++) {
            readings.add(second, InstrumentReading.of(node, metric, values[second]));
        }
    }

    private void buckets(String node, double second, double withinMs, double all) {
        readings.add(second, InstrumentReading.bucket(node, 0.001, withinMs));
        readings.add(second, InstrumentReading.bucket(node, Double.POSITIVE_INFINITY, all));
    }
}
