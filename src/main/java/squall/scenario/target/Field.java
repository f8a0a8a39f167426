package squall.scenario.target;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import squall.spi.Cluster;

/**
 * State of the cluster when targets are chosen.
 *
 * @param nodes all of them
 * @param roles names of nodes by their current role, for example {@code primary}; empty if the cluster reports none
 */
public record Field(List<Cluster.Node> nodes, Map<String, List<String>> roles) {
    public Field {
        nodes = List.copyOf(nodes);
        roles = Map.copyOf(roles);
    }

    /** @throws IllegalArgumentException naming the existing nodes */
    Cluster.Node node(String name) {
        return nodes.stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no node '" + name + "', there are "
                        + nodes.stream().map(Cluster.Node::name).toList()));
    }

    Field without(Collection<Cluster.Node> taken) {
        return new Field(nodes.stream().filter(node -> !taken.contains(node)).toList(), roles);
    }
}
