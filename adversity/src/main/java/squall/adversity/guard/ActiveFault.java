package squall.adversity.guard;

import java.util.List;
import squall.spi.Cluster.Node;
import squall.spi.FaultProvider.Aim;

/**
 * What a fault takes from a cluster.
 *
 * @param name of the injection
 * @param fault its kind
 * @param nodes those chosen; empty for a fault of the cluster as a whole
 */
public record ActiveFault(String name, String fault, Aim aim, List<Node> nodes) {
    public ActiveFault {
        nodes = List.copyOf(nodes);
    }

    /** Those that do not serve meanwhile. */
    List<Node> faulty() {
        return aim == Aim.NODES ? nodes : List.of();
    }
}
