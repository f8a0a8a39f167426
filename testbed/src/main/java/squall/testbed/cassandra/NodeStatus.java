package squall.testbed.cassandra;

import java.util.Map;
import squall.spi.Cluster;

/**
 * How a node is found.
 *
 * @param mode as Cassandra names it, NORMAL for a complete member; empty if the node could not be asked
 * @param pid 0 if it does not run
 * @param memoryBytes resident, shared pages included; 0 if it does not run
 * @param peers what this node believes of each, by host:port of the internode connection: UP or DOWN
 */
public record NodeStatus(
        Cluster.Node node, Cluster.State state, String mode, long pid, long memoryBytes, Map<String, String> peers) {
    public NodeStatus {
        peers = Map.copyOf(peers);
    }
}
