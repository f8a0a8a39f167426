package squall.spi;

import java.util.List;
import java.util.Map;

/**
 * Context of an injection.
 *
 * @param name name of this injection, {@code adv_R_F} with the numbers of the run and the fault; part of the name of everything that the
 *     fault creates
 * @param cluster the cluster, as it is reached now
 * @param nodes chosen nodes; empty for a fault of the whole cluster
 * @param facts result of {@link Fault#facts} before the injection; empty until then
 * @param seed of what the fault chooses at random; known until {@link Fault#facts} has returned, so a fault that needs it later keeps it there
 */
public record FaultContext(
        String name, Cluster cluster, List<Cluster.Node> nodes, Map<String, String> facts, long seed) {
    /** Creates the context of a fault that chooses nothing at random. */
    public FaultContext(String name, Cluster cluster, List<Cluster.Node> nodes, Map<String, String> facts) {
        this(name, cluster, nodes, facts, 0);
    }

    public FaultContext {
        nodes = List.copyOf(nodes);
        facts = Map.copyOf(facts);
    }
}
