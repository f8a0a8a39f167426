package squall.sql.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.spi.InstrumentReading;
import squall.sql.metrics.PrometheusText.PrometheusSample;

class MetricTranslationTest {
    /** Lines as the servers write them, shortened; the labels and numbers are those of a small cluster. */
    private static final String COCKROACH = """
            # HELP sql_query_count Number of SQL operations started including queries, and transaction control statements
            # TYPE sql_query_count counter
            sql_query_count{node_id="1"} 51234
            sql_query_count_internal{node_id="1"} 99
            # TYPE sql_service_latency histogram
            sql_service_latency_bucket{node_id="1",le="1e+06"} 40000
            sql_service_latency_bucket{node_id="1",le="1.0000000000000002e+07"} 51000
            sql_service_latency_bucket{node_id="1",le="+Inf"} 51234
            sql_service_latency_sum{node_id="1"} 1.02468e+11
            sql_service_latency_count{node_id="1"} 51234
            sys_cpu_user_ns{node_id="1"} 3.21e+11
            sys_cpu_sys_ns{node_id="1"} 7.9e+10
            storage_write_stalls{store="1",node_id="1"} 2
            storage_write_stalls{store="2",node_id="1"} 1
            storage_write_stall_nanos{store="1",node_id="1"} 5e+08
            capacity_used{store="1",node_id="1"} 2.5e+08
            capacity_used{store="2",node_id="1"} 1.5e+08
            rocksdb_read_amplification{store="1",node_id="1"} 3
            rocksdb_read_amplification{store="2",node_id="1"} 5
            """;

    private static final String YSQL = """
            handler_latency_yb_ysqlserver_SQLProcessor_SelectStmt_count{metric_type="server",exported_instance="yb-1:9000"} 700 1763700000000
            handler_latency_yb_ysqlserver_SQLProcessor_SelectStmt_sum{metric_type="server",exported_instance="yb-1:9000"} 1400000 1763700000000
            handler_latency_yb_ysqlserver_SQLProcessor_UpdateStmt_count{metric_type="server",exported_instance="yb-1:9000"} 300 1763700000000
            yb_ysqlserver_connection_total{metric_type="server",exported_instance="yb-1:9000"} 4 1763700000000
            """;

    private static final String TABLET_SERVER = """
            cpu_utime{metric_id="yb.tabletserver",metric_type="server"} 61500 1763700000000
            cpu_stime{metric_id="yb.tabletserver",metric_type="server"} 8500 1763700000000
            rocksdb_current_version_num_sst_files{table_name="usertable",namespace_name="ycsb",metric_type="table"} 12 1763700000000
            majority_sst_files_rejections{table_name="usertable",namespace_name="ycsb",metric_type="table"} 40 1763700000000
            leader_memory_pressure_rejections{table_name="usertable",namespace_name="ycsb",metric_type="table"} 2 1763700000000
            rocksdb_current_version_num_sst_files{table_name="other \\"one\\"",namespace_name="ycsb",metric_type="table"} 2 1763700000000
            """;

    @Test
    void a_page_of_cockroachdb_is_read_in_our_units() {
        assertThat(text(PrometheusPages.COCKROACH, COCKROACH))
                .containsExactlyInAnyOrder(
                        "queries 51234.000",
                        "query_seconds 102.468",
                        "cpu_seconds 400.000",
                        "disk_bytes 400000000.000",
                        "folder_bytes of n1 store1 250000000.000",
                        "folder_bytes of n1 store2 150000000.000",
                        "throttled 3.000",
                        "read_amplification 5.000",
                        "query_bucket up to 0.001: 40000.000",
                        "query_bucket up to 0.010: 51000.000",
                        "query_bucket up to Infinity: 51234.000");
    }

    @Test
    void pages_of_yugabytedb_are_read_in_our_units() {
        assertThat(text(PrometheusPages.YSQL, YSQL))
                .containsExactlyInAnyOrder("queries 1000.000", "query_seconds 1.400", "connections 4.000");
        assertThat(text(PrometheusPages.YSQL, TABLET_SERVER))
                .containsExactlyInAnyOrder("cpu_seconds 70.000", "sstables 14.000", "throttled 42.000");
    }

    @Test
    void labels_may_hold_anything_and_times_are_left_out() {
        assertThat(samples("a{x=\"1\",y=\"q\\\"u}o\\\\te\\n\",} NaN 17"))
                .containsExactly(new PrometheusSample("a", Map.of("x", "1", "y", "q\"u}o\\te\n"), Double.NaN));
        assertThat(samples("a -Inf")).containsExactly(new PrometheusSample("a", Map.of(), Double.NEGATIVE_INFINITY));
        assertThat(samples("# a 1")).isEmpty();
        assertThat(samples("b 1")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a{", "a{x=\"1\"", "a{x=\"1} 2", "a{x} 1", "a much"})
    void a_line_that_is_cut_off_is_refused(String line) {
        assertThatThrownBy(() -> samples(line))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("not a line of the Prometheus text format: '" + line + "'");
    }

    private static List<String> text(PrometheusPages pages, String page) {
        return pages.translation().readings("n1", page.lines().toList()).stream()
                .map(MetricTranslationTest::text)
                .toList();
    }

    private static String text(InstrumentReading reading) {
        String bound = reading.bound().isPresent()
                ? String.format(Locale.ROOT, " up to %.3f:", reading.bound().getAsDouble())
                : "";
        String folder = reading.metric().ofFolder() ? " of " + reading.node() : "";
        return reading.metric().label() + folder + bound + String.format(Locale.ROOT, " %.3f", reading.value());
    }

    private static List<PrometheusSample> samples(String line) {
        List<PrometheusSample> samples = new ArrayList<>();
        PrometheusText.read(List.of(line), "a"::equals, samples::add);
        return samples;
    }
}
