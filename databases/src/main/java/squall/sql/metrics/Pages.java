package squall.sql.metrics;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import squall.spi.Instrument;
import squall.spi.Metric;
import squall.sql.metrics.Translation.Join;
import squall.sql.metrics.Translation.Word;

/** The pages that distributed databases publish for Prometheus: where they usually are, and what their words mean. */
public final class Pages {
    private static final double NANO = 1e-9;
    private static final double MICRO = 1e-6;
    private static final double MILLI = 1e-3;

    private static final Map<Metric, String> NO_HISTOGRAM =
            Map.of(Metric.QUERY_BUCKET, "YugabyteDB publishes no histogram of its statements");

    /** {@code docs/generated/metrics} of CockroachDB 23 to 25; its times are nanoseconds. */
    public static final Pages COCKROACH = new Pages(List.of(":8080/_status/vars"), cockroach(), Map.of());

    /** Statements on YSQL's own page, storage on the tablet server's; its times are microseconds, those of the processor milliseconds. */
    public static final Pages YSQL = new Pages(
            List.of(":13000/prometheus-metrics", ":9000/prometheus-metrics"), yugabyte("ysqlserver"), NO_HISTOGRAM);

    /** The same behind YCQL. */
    public static final Pages YCQL = new Pages(
            List.of(":12000/prometheus-metrics", ":9000/prometheus-metrics"), yugabyte("cqlserver"), NO_HISTOGRAM);

    private final List<String> places;
    private final Translation translation;
    private final Map<Metric, String> absent;

    private Pages(List<String> places, Translation translation, Map<Metric, String> absent) {
        this.places = List.copyOf(places);
        this.translation = translation;
        this.absent = Map.copyOf(absent);
    }

    /**
     * One for each page.
     *
     * @param endpoints host:port of the database's servers
     * @param pages where the user says that the pages are; empty: on the usual ports of the servers' hosts
     */
    public List<Instrument> instruments(List<String> endpoints, List<URI> pages) {
        return pages.isEmpty()
                ? usual(endpoints)
                : pages.stream().map(page -> at(page.getAuthority(), page)).toList();
    }

    Translation translation() {
        return translation;
    }

    /** Of servers that share a host, the first is asked: the others' pages have ports that nobody can guess. */
    private List<Instrument> usual(List<String> endpoints) {
        Map<String, String> byHost = new LinkedHashMap<>();
        endpoints.forEach(endpoint -> byHost.putIfAbsent(host(endpoint), endpoint));
        List<Instrument> instruments = new ArrayList<>();
        byHost.forEach((host, endpoint) ->
                places.forEach(place -> instruments.add(at(endpoint, URI.create("http://" + host + place)))));
        return instruments;
    }

    private Instrument at(String node, URI page) {
        return new PageInstrument(node, page, translation, absent);
    }

    private static String host(String endpoint) {
        return endpoint.substring(0, endpoint.lastIndexOf(':'));
    }

    private static Translation cockroach() {
        Map<String, Word> words = new LinkedHashMap<>();
        words.put("sql_query_count", sum(Metric.QUERIES, 1));
        words.put("sql_service_latency_sum", sum(Metric.QUERY_SECONDS, NANO));
        words.put("sql_service_latency_bucket", sum(Metric.QUERY_BUCKET, NANO));
        words.put("sql_txn_commit_count", sum(Metric.COMMITS, 1));
        words.put("sql_txn_rollback_count", sum(Metric.ROLLBACKS, 1));
        words.put("sql_conns", sum(Metric.CONNECTIONS, 1));
        words.put("sys_cpu_user_ns", sum(Metric.CPU_SECONDS, NANO));
        words.put("sys_cpu_sys_ns", sum(Metric.CPU_SECONDS, NANO));
        words.put("capacity_used", sum(Metric.DISK_BYTES, 1));
        words.put("storage_wal_bytes_written", sum(Metric.LOG_BYTES, 1));
        words.put("ranges_underreplicated", sum(Metric.UNDER_REPLICATED, 1));
        words.put("replicas", sum(Metric.RANGES, 1));
        words.put("rocksdb_block_cache_hits", sum(Metric.CACHE_HITS, 1));
        words.put("rocksdb_block_cache_misses", sum(Metric.CACHE_MISSES, 1));
        words.put("rocksdb_num_sstables", sum(Metric.SSTABLES, 1));
        words.put("rocksdb_compactions", sum(Metric.COMPACTIONS, 1));
        words.put("rocksdb_compacted_bytes_written", sum(Metric.COMPACTED_BYTES, 1));
        words.put("rocksdb_read_amplification", new Word(Metric.READ_AMPLIFICATION, 1, Join.HIGHEST));
        return new Translation(words);
    }

    private static Translation yugabyte(String server) {
        Map<String, Word> words = new LinkedHashMap<>();
        String processor = "handler_latency_yb_" + server + "_SQLProcessor_";
        for (String kind : List.of("SelectStmt", "InsertStmt", "UpdateStmt", "DeleteStmt", "OtherStmts")) {
            words.put(processor + kind + "_count", sum(Metric.QUERIES, 1));
            words.put(processor + kind + "_sum", sum(Metric.QUERY_SECONDS, MICRO));
        }
        words.put(processor + "Transactions_count", sum(Metric.COMMITS, 1));
        words.put("yb_ysqlserver_connection_total", sum(Metric.CONNECTIONS, 1));
        words.put("cpu_utime", sum(Metric.CPU_SECONDS, MILLI));
        words.put("cpu_stime", sum(Metric.CPU_SECONDS, MILLI));
        words.put("ts_live_tablet_peers", sum(Metric.TABLETS, 1));
        words.put("rocksdb_current_version_num_sst_files", sum(Metric.SSTABLES, 1));
        words.put("rocksdb_current_version_sst_files_size", sum(Metric.DISK_BYTES, 1));
        words.put("rocksdb_block_cache_hit", sum(Metric.CACHE_HITS, 1));
        words.put("rocksdb_block_cache_miss", sum(Metric.CACHE_MISSES, 1));
        words.put("rocksdb_compact_write_bytes", sum(Metric.COMPACTED_BYTES, 1));
        words.put("log_bytes_logged", sum(Metric.LOG_BYTES, 1));
        return new Translation(words);
    }

    private static Word sum(Metric metric, double factor) {
        return new Word(metric, factor, Join.SUM);
    }
}
