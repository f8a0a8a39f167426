package squall.sql.metrics;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import squall.spi.Instrument;
import squall.spi.ServerMetric;
import squall.sql.metrics.PrometheusInstrument.MetricTranslation;
import squall.sql.metrics.PrometheusInstrument.MetricTranslation.Join;
import squall.sql.metrics.PrometheusInstrument.MetricTranslation.Word;

/** Set of the pages that distributed databases publish for Prometheus: their usual addresses, and the meaning of their names. */
public final class PrometheusPages {
    private static final double NANO = 1e-9;
    private static final double MICRO = 1e-6;
    private static final double MILLI = 1e-3;

    private static final Map<ServerMetric, String> NO_HISTOGRAM =
            Map.of(ServerMetric.QUERY_BUCKET, "YugabyteDB publishes no histogram of its statements");

    /** Pages of CockroachDB, by {@code docs/generated/metrics} of versions 23 to 25; its times are nanoseconds. */
    public static final PrometheusPages COCKROACH =
            new PrometheusPages(List.of(":8080/_status/vars"), cockroach(), Map.of());

    /**
     * Pages of YSQL: statements on its own page, storage on the tablet server's; its times are microseconds, those of the processor
     * milliseconds.
     */
    public static final PrometheusPages YSQL = new PrometheusPages(
            List.of(":13000/prometheus-metrics", ":9000/prometheus-metrics"), yugabyte("ysqlserver"), NO_HISTOGRAM);

    /** Pages of YCQL, with the units of {@link #YSQL}. */
    public static final PrometheusPages YCQL = new PrometheusPages(
            List.of(":12000/prometheus-metrics", ":9000/prometheus-metrics"), yugabyte("cqlserver"), NO_HISTOGRAM);

    private final List<String> places;
    private final MetricTranslation translation;
    private final Map<ServerMetric, String> absent;

    private PrometheusPages(List<String> places, MetricTranslation translation, Map<ServerMetric, String> absent) {
        this.places = List.copyOf(places);
        this.translation = translation;
        this.absent = Map.copyOf(absent);
    }

    /**
     * Creates an instrument for each page.
     *
     * @param endpoints host:port of the database's servers
     * @param pages addresses that the user gave; empty: the usual ports of the servers' hosts
     */
    public List<Instrument> instruments(List<String> endpoints, List<URI> pages) {
        return pages.isEmpty()
                ? usual(endpoints)
                : pages.stream().map(page -> at(page.getAuthority(), page)).toList();
    }

    MetricTranslation translation() {
        return translation;
    }

    /**
     * Creates the instruments of the usual addresses; of servers that share a host, only the first is read: the ports of the others' pages
     * are unknown.
     */
    private List<Instrument> usual(List<String> endpoints) {
        Map<String, String> byHost = new LinkedHashMap<>();
        endpoints.forEach(endpoint -> byHost.putIfAbsent(host(endpoint), endpoint));
        List<Instrument> instruments = new ArrayList<>();
        byHost.forEach((host, endpoint) ->
                places.forEach(place -> instruments.add(at(endpoint, URI.create("http://" + host + place)))));
        return instruments;
    }

    private Instrument at(String node, URI page) {
        return new PrometheusInstrument(node, page, translation, absent);
    }

    private static String host(String endpoint) {
        return endpoint.substring(0, endpoint.lastIndexOf(':'));
    }

    private static MetricTranslation cockroach() {
        Map<String, Word> words = new LinkedHashMap<>();
        words.put("sql_query_count", sum(ServerMetric.QUERIES, 1));
        words.put("sql_service_latency_sum", sum(ServerMetric.QUERY_SECONDS, NANO));
        words.put("sql_service_latency_bucket", sum(ServerMetric.QUERY_BUCKET, NANO));
        words.put("sql_txn_commit_count", sum(ServerMetric.COMMITS, 1));
        words.put("sql_txn_rollback_count", sum(ServerMetric.ROLLBACKS, 1));
        words.put("sql_conns", sum(ServerMetric.CONNECTIONS, 1));
        words.put("sys_cpu_user_ns", sum(ServerMetric.CPU_SECONDS, NANO));
        words.put("sys_cpu_sys_ns", sum(ServerMetric.CPU_SECONDS, NANO));
        words.put("capacity_used", new Word(ServerMetric.DISK_BYTES, 1, Join.SUM, ServerMetric.FOLDER_BYTES));
        words.put("storage_wal_bytes_written", sum(ServerMetric.LOG_BYTES, 1));
        words.put("ranges_underreplicated", sum(ServerMetric.UNDER_REPLICATED, 1));
        words.put("replicas", sum(ServerMetric.RANGES, 1));
        words.put("rocksdb_block_cache_hits", sum(ServerMetric.CACHE_HITS, 1));
        words.put("rocksdb_block_cache_misses", sum(ServerMetric.CACHE_MISSES, 1));
        words.put("rocksdb_num_sstables", new Word(ServerMetric.SSTABLES, 1, Join.SUM, ServerMetric.FOLDER_SSTABLES));
        words.put("rocksdb_compactions", sum(ServerMetric.COMPACTIONS, 1));
        words.put("rocksdb_compacted_bytes_written", sum(ServerMetric.COMPACTED_BYTES, 1));
        words.put("storage_write_stalls", sum(ServerMetric.THROTTLED, 1));
        words.put("rocksdb_read_amplification", new Word(ServerMetric.READ_AMPLIFICATION, 1, Join.HIGHEST));
        return new MetricTranslation(words);
    }

    private static MetricTranslation yugabyte(String server) {
        Map<String, Word> words = new LinkedHashMap<>();
        String processor = "handler_latency_yb_" + server + "_SQLProcessor_";
        for (String kind : List.of("SelectStmt", "InsertStmt", "UpdateStmt", "DeleteStmt", "OtherStmts")) {
            words.put(processor + kind + "_count", sum(ServerMetric.QUERIES, 1));
            words.put(processor + kind + "_sum", sum(ServerMetric.QUERY_SECONDS, MICRO));
        }
        words.put(processor + "Transactions_count", sum(ServerMetric.COMMITS, 1));
        words.put("yb_ysqlserver_connection_total", sum(ServerMetric.CONNECTIONS, 1));
        words.put("cpu_utime", sum(ServerMetric.CPU_SECONDS, MILLI));
        words.put("cpu_stime", sum(ServerMetric.CPU_SECONDS, MILLI));
        words.put("ts_live_tablet_peers", sum(ServerMetric.TABLETS, 1));
        words.put("rocksdb_current_version_num_sst_files", sum(ServerMetric.SSTABLES, 1));
        words.put("rocksdb_current_version_sst_files_size", sum(ServerMetric.DISK_BYTES, 1));
        words.put("rocksdb_block_cache_hit", sum(ServerMetric.CACHE_HITS, 1));
        words.put("rocksdb_block_cache_miss", sum(ServerMetric.CACHE_MISSES, 1));
        words.put("rocksdb_compact_write_bytes", sum(ServerMetric.COMPACTED_BYTES, 1));
        words.put("majority_sst_files_rejections", sum(ServerMetric.THROTTLED, 1));
        words.put("leader_memory_pressure_rejections", sum(ServerMetric.THROTTLED, 1));
        words.put("log_bytes_logged", sum(ServerMetric.LOG_BYTES, 1));
        return new MetricTranslation(words);
    }

    private static Word sum(ServerMetric metric, double factor) {
        return new Word(metric, factor, Join.SUM);
    }
}
