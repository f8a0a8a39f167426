package squall.clusters.nft;

import java.util.List;
import squall.spi.Cluster.Node;

/**
 * A node as its peers see it.
 *
 * @param addresses IPv4, by which peers reach it, one in each network that it is in; none while it has none
 * @param port on which it takes clients, there
 */
public record LinkPeer(Node node, List<String> addresses, int port) {
    public LinkPeer {
        addresses = List.copyOf(addresses);
    }

    boolean reachable() {
        return !addresses.isEmpty();
    }
}
