package squall.testbed.cassandra;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import squall.spi.Cluster;
import squall.testbed.cluster.LocalCluster;

/**
 * Report on a node's state.
 *
 * @param mode as Cassandra names it, NORMAL for a complete member; empty if the node could not be asked
 * @param pid 0 if it does not run
 * @param memoryBytes resident, including shared pages; 0 if it does not run
 * @param peers what this node believes of each, by host:port of the internode connection: UP or DOWN
 */
public record NodeStatus(
        Cluster.Node node, Cluster.State state, String mode, long pid, long memoryBytes, Map<String, String> peers)
        implements LocalCluster.NodeReport {
    public NodeStatus {
        peers = Map.copyOf(peers);
    }

    @Override
    public SequencedMap<String, Object> facts() {
        var facts = new LinkedHashMap<String, Object>();
        facts.put("state", state.name().toLowerCase(Locale.ROOT));
        facts.put("mode", mode);
        facts.put("cql", node.host() + ":" + node.port());
        facts.put("dc", node.region());
        facts.put("rack", node.zone());
        facts.put("pid", pid);
        facts.put("memory_mb", memoryBytes >> 20);
        facts.put("sees", new TreeMap<>(peers));
        return facts;
    }
}
