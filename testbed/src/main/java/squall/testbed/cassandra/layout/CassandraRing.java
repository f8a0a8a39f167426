package squall.testbed.cassandra.layout;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.spi.Cluster.Link;
import squall.spi.Target;
import squall.testbed.host.ServerPriority;
import squall.testbed.host.TestbedNote;

/**
 * What must be remembered of a cluster.
 *
 * @param madeBy identifies a file written by Squall
 * @param version of Cassandra that made the data
 * @param made the number of nodes ever created, so that no number is reused
 */
public record CassandraRing(
        String madeBy, String version, String name, CassandraShape shape, int made, List<NodeAddress> nodeAddresses) {
    private static final String OURS = "squall testbed cassandra";
    private static final TestbedNote<CassandraRing> NOTE =
            new TestbedNote<>(CassandraRing.class, CassandraRing::madeBy, OURS);

    public CassandraRing {
        nodeAddresses = List.copyOf(nodeAddresses);
    }

    /** A new cluster, with ports that are free now. */
    public static CassandraRing of(String version, String name, CassandraShape shape, NodeAddressAllocator allocator)
            throws IOException, InterruptedException {
        return new CassandraRing(OURS, version, name, shape, shape.nodes(), allocator.first(shape));
    }

    /** @param where the text was found, for messages */
    static CassandraRing read(String where, String text) throws IOException {
        return NOTE.read(where, text);
    }

    public String text() throws IOException {
        return NOTE.text(this);
    }

    /** The seat of this name. @throws IllegalArgumentException naming those there are */
    public NodeAddress nodeAddress(String node) {
        return nodeAddresses.stream()
                .filter(nodeAddress -> nodeAddress.name().equals(node))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no node '" + node + "', there are "
                        + nodeAddresses.stream().map(NodeAddress::name).toList()));
    }

    /** The seeds of a starting node, in Cassandra's format; a node that is yet to join must not be its own seed. */
    public String seeds() {
        return nodeAddresses.stream()
                .filter(NodeAddress::settled)
                .map(nodeAddress -> nodeAddress.linkControl().seed())
                .collect(Collectors.joining(","));
    }

    /** How much longer than others the link takes; clients are near to all nodes. */
    public Duration apart(Link link) {
        long dcs = nodeAddresses.stream()
                .filter(nodeAddress -> List.of(link.from(), link.to()).contains(nodeAddress.name()))
                .map(NodeAddress::dc)
                .distinct()
                .count();
        return Duration.ofMillis(dcs > 1 ? shape.apartMs() : 0);
    }

    /** Whether nodes run at lower priority than clients: several nodes on one machine leave too little of it for the measuring client. */
    public boolean standsBack() {
        return nodeAddresses.size() > 1;
    }

    public CassandraRing with(NodeAddress nodeAddress) {
        return changed(
                made + 1,
                Stream.concat(nodeAddresses.stream(), Stream.of(nodeAddress)).toList());
    }

    public CassandraRing replacing(NodeAddress nodeAddress) {
        return changed(
                made,
                nodeAddresses.stream()
                        .map(old -> old.number() == nodeAddress.number() ? nodeAddress : old)
                        .toList());
    }

    public CassandraRing without(NodeAddress nodeAddress) {
        return changed(
                made,
                nodeAddresses.stream()
                        .filter(old -> old.number() != nodeAddress.number())
                        .toList());
    }

    public CassandraRing shaped(CassandraShape other) {
        return new CassandraRing(madeBy, version, name, other, made, nodeAddresses);
    }

    private CassandraRing changed(int everMade, List<NodeAddress> changed) {
        return new CassandraRing(madeBy, version, name, shape.withNodes(changed.size()), everMade, changed);
    }

    /** The description of a cluster for clients. */
    public static final class CassandraTargets {
        /** Cassandra's own first user, whose password is his name; a node on loopback hides nothing behind it. */
        private static final String LOGIN = "cassandra";

        private CassandraTargets() {}

        /** The nodes of the first data centre: drivers stay within one, and find the others by themselves. */
        public static Target of(CassandraRing ring, String version, Path folder) {
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
                properties.put(
                        "tls_certificate", new NodeKeys(folder).certificate().toString());
            }
            properties.put("host_count", "1");
            properties.put("links", ring.shape().namespaced() ? "each node in its own network namespace" : "loopback");
            long apartMs = ring.shape().apartMs();
            properties.put(
                    "region_latency", apartMs == 0 ? "none" : apartMs + " ms one way, by rules inside the nodes");
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
}
