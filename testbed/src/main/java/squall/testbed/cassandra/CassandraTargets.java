package squall.testbed.cassandra;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import squall.spi.Target;
import squall.testbed.host.ServerPriority;

/** The description of a cluster for clients. */
final class CassandraTargets {
    /** Cassandra's own first user, whose password is his name; a node on loopback hides nothing behind it. */
    private static final String LOGIN = "cassandra";

    private CassandraTargets() {}

    /** The nodes of the first data centre: drivers stay within one, and find the others by themselves. */
    static Target of(CassandraRing ring, String version, Path folder) {
        String dc = ring.nodeAddresses().getFirst().dc();
        String url = ring.nodeAddresses().stream()
                .filter(nodeAddress -> nodeAddress.dc().equals(dc))
                .map(nodeAddress -> nodeAddress.linkControl().clients().toString())
                .collect(Collectors.joining(",", "cql://", "?dc=" + dc));
        String login = ring.shape().secured() ? LOGIN : "";
        return new Target("cassandra", url, login, login, properties(ring, version, folder));
    }

    private static Map<String, String> properties(CassandraRing ring, String version, Path folder) {
        var properties = new LinkedHashMap<String, String>();
        properties.put("version", version);
        properties.put("nodes", Integer.toString(ring.nodeAddresses().size()));
        properties.put("replication", replication(ring));
        properties.put("heap_mb", Integer.toString(ring.shape().heapMb()));
        properties.put("compiler", ring.shape().quick() ? "C1 only: figures are not quotable" : "C1 and C2");
        properties.put("commitlog_sync", "batch");
        properties.put("nice", ring.standsBack() ? Integer.toString(ServerPriority.NICE) : "0");
        if (ring.shape().secured()) {
            properties.put("user", LOGIN);
            properties.put("tls_certificate", new NodeKeys(folder).certificate().toString());
        }
        properties.put("host_count", "1");
        properties.put("links", ring.shape().namespaced() ? "each node in its own network namespace" : "loopback");
        long apartMs = ring.shape().apartMs();
        properties.put("region_latency", apartMs == 0 ? "none" : apartMs + " ms one way, by rules inside the nodes");
        properties.put("balancer", "none: clients connect to each node directly");
        properties.put("folder", folder.toString());
        return properties;
    }

    /** For CREATE KEYSPACE: three replicas in each data centre, or as many as it has nodes. */
    private static String replication(CassandraRing ring) {
        Map<String, Long> nodes = ring.nodeAddresses().stream()
                .collect(Collectors.groupingBy(NodeAddress::dc, LinkedHashMap::new, Collectors.counting()));
        return nodes.entrySet().stream()
                .map(dc -> ", '" + dc.getKey() + "': " + Math.min(3, dc.getValue()))
                .collect(Collectors.joining("", "{'class': 'NetworkTopologyStrategy'", "}"));
    }
}
