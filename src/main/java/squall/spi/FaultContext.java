package squall.spi;

import java.util.List;
import java.util.Map;

/**
 * Where a fault takes place.
 *
 * @param name of this injection, {@code adv_R_F} with the run's and the fault's number; everything a fault makes carries it
 * @param cluster the current connection to it
 * @param nodes those to be disturbed, chosen before; empty for a fault of the whole cluster
 * @param facts what {@link Fault#facts} returned before the injection; empty until then
 */
public record FaultContext(String name, Cluster cluster, List<Cluster.Node> nodes, Map<String, String> facts) {
    public FaultContext {
        nodes = List.copyOf(nodes);
        facts = Map.copyOf(facts);
    }
}
