package squall.clusters.nft;

import squall.spi.Cluster.Node;

/**
 * A node as its peers see it.
 *
 * @param address IPv4, by which peers reach it; empty while it has none
 * @param port on which it takes clients, there
 */
public record Peer(Node node, String address, int port) {
    boolean reachable() {
        return !address.isEmpty();
    }
}
