package squall.spi;

import java.util.List;
import java.util.Map;

/**
 * Where a fault takes place.
 *
 * @param name of this injection, {@code adv_R_F} with the run's and the fault's number; everything a fault makes carries it
 * @param cluster as it is reached at this moment
 * @param nodes those to be disturbed, chosen before; empty for a fault of the whole cluster
 * @param facts what {@link Fault#facts} told before the injection; empty until then
 */
public record Scene(String name, Cluster cluster, List<Cluster.Node> nodes, Map<String, String> facts) {
    public Scene {
        nodes = List.copyOf(nodes);
        facts = Map.copyOf(facts);
    }
}
