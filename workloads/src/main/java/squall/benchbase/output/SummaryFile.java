package squall.benchbase.output;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import squall.benchbase.config.ConfigFile;
import squall.spi.Database;

/** {@code .summary.json}, with BenchBase's keys in BenchBase's order. */
final class SummaryFile {
    private final ConfigFile config;
    private final Database server;

    SummaryFile(ConfigFile config, Database server) {
        this.config = config;
        this.server = server;
    }

    /** Goodput and throughput are over the same time, which in BenchBase they are not. */
    Map<String, Object> members(Totals totals, Span span, Instant now) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("Start timestamp (milliseconds)", span.startedAtEpochMs());
        members.put("Current Timestamp (milliseconds)", now.toEpochMilli());
        members.put("Elapsed Time (nanoseconds)", span.measured().toNanos());
        members.put("DBMS Type", config.server().type());
        members.put("DBMS Version", server.version());
        members.put("Benchmark Type", ConfigFile.BENCH);
        members.put("Final State", span.state());
        members.put("Measured Requests", totals.requests());
        members.put("isolation", config.server().isolationName());
        members.put("scalefactor", Integer.toString(config.data().warehouses()));
        members.put("terminals", Integer.toString(config.terminals()));
        members.put("Latency Distribution", distribution(totals.latencies()));
        members.put("Throughput (requests/second)", span.perSecond(totals.requests()));
        members.put(
                "Goodput (requests/second)",
                span.perSecond(totals.counts(End.COMPLETED).sum()));
        return members;
    }

    private static Map<String, Object> distribution(Distribution d) {
        Map<String, Object> members = new LinkedHashMap<>();
        put(members, "Minimum", d.min());
        put(members, "25th Percentile", d.p25());
        put(members, "Median", d.median());
        put(members, "Average", d.average());
        put(members, "75th Percentile", d.p75());
        put(members, "90th Percentile", d.p90());
        put(members, "95th Percentile", d.p95());
        put(members, "99th Percentile", d.p99());
        put(members, "Maximum", d.max());
        return members;
    }

    private static void put(Map<String, Object> members, String name, long us) {
        members.put(name + " Latency (microseconds)", us);
    }
}
