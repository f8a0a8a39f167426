package squall.adversity.probe.store;

import java.util.List;
import java.util.Optional;
import squall.spi.Cluster;

/** Which node of a cluster stands behind an address. */
public record NodeByAddress(List<Cluster.Node> known) {
    public NodeByAddress {
        known = List.copyOf(known);
    }

    /** @param address host:port */
    public Optional<Cluster.Node> at(String address) {
        return known.stream()
                .filter(node -> address.equals(node.host() + ":" + node.port()))
                .findFirst();
    }

    /** As the cluster calls it, else the address. */
    public String name(String address) {
        return at(address).map(Cluster.Node::name).orElse(address);
    }

    /** Empty if it is not known. */
    public String zone(String address) {
        return at(address).map(Cluster.Node::zone).orElse("");
    }
}
