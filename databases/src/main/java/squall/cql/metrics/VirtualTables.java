package squall.cql.metrics;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import squall.cql.CqlDatabase;
import squall.spi.Instrument;
import squall.spi.Metric;
import squall.spi.Reading;

/** Cassandra's virtual tables of one node, from 4.0 on, over the connection that the load uses too. */
final class VirtualTables implements Instrument {
    private static final Duration EVERY = Duration.ofSeconds(2);
    private static final String REQUESTS = "Native-Transport-Requests";
    private static final List<String> STAGES = List.of("ReadStage", "MutationStage");

    private final CqlDatabase database;
    private final Node node;
    private final String label;

    VirtualTables(CqlDatabase database, Node node) {
        this.database = database;
        this.node = node;
        this.label = CqlDatabase.label(node);
    }

    @Override
    public String source() {
        return "virtual tables of " + label;
    }

    @Override
    public Duration every() {
        return EVERY;
    }

    @Override
    public List<Reading> read() throws IOException, InterruptedException {
        Map<String, Row> pools = new HashMap<>();
        for (Row pool :
                database.look(node, "SELECT name, pending_tasks, completed_tasks FROM system_views.thread_pools")) {
            pools.put(String.valueOf(pool.getString("name")), pool);
        }
        List<Reading> readings = new ArrayList<>();
        Row requests = pools.get(REQUESTS);
        if (requests != null) {
            readings.add(Reading.of(label, Metric.QUERIES, (double) requests.getLong("completed_tasks")));
        }
        readings.add(Reading.of(label, Metric.TASKS_PENDING, pending(pools)));
        int clients =
                database.look(node, "SELECT address FROM system_views.clients").size();
        readings.add(Reading.of(label, Metric.CONNECTIONS, clients));
        return readings;
    }

    @Override
    public Map<Metric, String> absent() {
        String sampled =
                "Cassandra keeps latencies as decaying samples, which cannot be put together for a stretch of time";
        return Map.of(Metric.QUERY_BUCKET, sampled, Metric.QUERY_SECONDS, sampled);
    }

    @Override
    public void close() {
        // The connection is the load's.
    }

    private static double pending(Map<String, Row> pools) {
        double pending = 0;
        for (String stage : STAGES) {
            Row pool = pools.get(stage);
            pending += pool == null ? 0 : pool.getInt("pending_tasks");
        }
        return pending;
    }
}
