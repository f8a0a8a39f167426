package squall.testbed.cassandra;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import squall.spi.Target;
import squall.testbed.host.StandBack;

/** A cluster as clients are told of it. */
final class Targets {
    /** Cassandra's own first user, whose password is his name; a node on loopback hides nothing behind it. */
    private static final String LOGIN = "cassandra";

    private Targets() {}

    /** The nodes of the first data centre: drivers stay within one, and find the others by themselves. */
    static Target of(Ring ring, Path folder) {
        String dc = ring.seats().getFirst().dc();
        String url = ring.seats().stream()
                .filter(seat -> seat.dc().equals(dc))
                .map(seat -> seat.wires().clients().toString())
                .collect(Collectors.joining(",", "cql://", "?dc=" + dc));
        String login = ring.shape().secured() ? LOGIN : "";
        return new Target("cassandra", url, login, login, properties(ring, folder));
    }

    private static Map<String, String> properties(Ring ring, Path folder) {
        var properties = new LinkedHashMap<String, String>();
        properties.put("version", ring.version());
        properties.put("nodes", Integer.toString(ring.seats().size()));
        properties.put("replication", replication(ring));
        properties.put("heap_mb", Integer.toString(ring.shape().heapMb()));
        properties.put("compiler", ring.shape().quick() ? "C1 only: not for quotable figures" : "C1 and C2");
        properties.put("commitlog_sync", "batch");
        properties.put("nice", ring.standsBack() ? Integer.toString(StandBack.NICE) : "0");
        if (ring.shape().secured()) {
            properties.put("user", LOGIN);
            properties.put("tls_certificate", new NodeKeys(folder).certificate().toString());
        }
        properties.put("host_count", "1");
        properties.put("links", ring.shape().namespaced() ? "each node in a network namespace of its own" : "loopback");
        long apartMs = ring.shape().apartMs();
        properties.put("region_latency", apartMs == 0 ? "none" : apartMs + " ms one way, by rules inside the nodes");
        properties.put("balancer", "none: clients reach each node");
        properties.put("folder", folder.toString());
        return properties;
    }

    /** For CREATE KEYSPACE: three replicas in each data centre, or as many as it has nodes. */
    private static String replication(Ring ring) {
        Map<String, Long> nodes = ring.seats().stream()
                .collect(Collectors.groupingBy(Seat::dc, LinkedHashMap::new, Collectors.counting()));
        return nodes.entrySet().stream()
                .map(dc -> ", '" + dc.getKey() + "': " + Math.min(3, dc.getValue()))
                .collect(Collectors.joining("", "{'class': 'NetworkTopologyStrategy'", "}"));
    }
}
