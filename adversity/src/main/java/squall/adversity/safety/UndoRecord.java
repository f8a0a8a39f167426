package squall.adversity.safety;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import squall.scenario.ProviderSpec;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;
import squall.spi.FaultContext;

/**
 * Everything needed to heal one injection, by any process.
 *
 * @param run six hexadecimal digits
 * @param id of the injection in its run, for example {@code f3}
 * @param cluster found again by these
 * @param nodes by name
 * @param facts that the fault returned before it was injected
 * @param deadline after which it is healed whether its run is alive or not
 */
public record UndoRecord(
        String run,
        String id,
        ProviderSpec cluster,
        ProviderSpec fault,
        List<String> nodes,
        Map<String, String> facts,
        Instant deadline) {
    public UndoRecord {
        nodes = List.copyOf(nodes);
        facts = Map.copyOf(facts);
    }

    /** The name that everything made by the fault carries. */
    public String name() {
        return "adv_" + run + "_" + id;
    }

    public UndoRecord with(Map<String, String> otherFacts) {
        return new UndoRecord(run, id, cluster, fault, nodes, otherFacts, deadline);
    }

    public UndoRecord until(Instant otherDeadline) {
        return new UndoRecord(run, id, cluster, fault, nodes, facts, otherDeadline);
    }

    /** Where it takes place. A node that has left the cluster for good needs no healing. */
    FaultContext context(Cluster there) throws IOException {
        Map<String, Node> known = there.nodes().stream().collect(Collectors.toMap(Node::name, node -> node));
        return new FaultContext(
                name(),
                there,
                nodes.stream().filter(known::containsKey).map(known::get).toList(),
                facts);
    }

    /** For messages: {@code pause of n2 (adv_a1b2c3_f3)}. */
    @Override
    public String toString() {
        return fault.kind() + (nodes.isEmpty() ? "" : " of " + String.join(", ", nodes)) + " (" + name() + ")";
    }
}
