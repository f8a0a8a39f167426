package squall.adversity.guard;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import squall.spi.Cluster.Node;

/** The hosts that may be disturbed at all. */
public record HostList(List<String> allowed) {
    public HostList {
        allowed = List.copyOf(allowed);
        allowed.forEach(Network::parse);
    }

    /** Why a cluster of these nodes may not be disturbed; empty if it may. Every address of every node must be allowed. */
    public Optional<String> refusal(List<Node> nodes) {
        return nodes.stream().flatMap(node -> refusal(node).stream()).findFirst();
    }

    private Optional<String> refusal(Node node) {
        List<Network> networks = allowed.stream().map(Network::parse).toList();
        try {
            for (InetAddress address : InetAddress.getAllByName(node.host())) {
                if (networks.stream().noneMatch(network -> network.holds(address))) {
                    return Optional.of(node.name() + " is on " + node.host()
                            + ", which is not among the hosts that may be disturbed, " + allowed
                            + "; safety.allowHosts in the scenario or --allow-host says which may");
                }
            }
            return Optional.empty();
        } catch (UnknownHostException e) {
            return Optional.of(node.name() + " is on " + node.host() + ", which is no known host");
        }
    }
}
