package squall.adversity.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import squall.scenario.target.Field;
import squall.spi.Cluster;
import squall.spi.Cluster.HasPrimary;
import squall.spi.Cluster.Node;

/** What targets are chosen from, and how those chosen are shown. */
record ClusterSnapshot(Field field) {
    private static final String PRIMARY = "primary";
    private static final String REPLICA = "replica";

    /** A cluster in its current state; if it has no primary, no node has a role. */
    static ClusterSnapshot of(Cluster cluster) throws IOException, InterruptedException {
        List<Node> nodes = cluster.nodes();
        Optional<Node> primary = cluster instanceof HasPrimary has ? has.primary() : Optional.empty();
        Map<String, List<String>> roles = new LinkedHashMap<>();
        primary.ifPresent(node -> {
            List<String> others = new ArrayList<>(nodes.stream().map(Node::name).toList());
            others.remove(node.name());
            roles.put(PRIMARY, List.of(node.name()));
            roles.put(REPLICA, others);
        });
        return new ClusterSnapshot(new Field(nodes, roles));
    }

    /** For example {@code n3 (zone c, primary)}. */
    String shown(List<Node> chosen) {
        return chosen.isEmpty()
                ? "the cluster"
                : chosen.stream().map(this::shown).collect(Collectors.joining(", "));
    }

    private String shown(Node node) {
        String role = field.roles().entrySet().stream()
                .filter(entry -> entry.getValue().contains(node.name()))
                .map(entry -> ", " + entry.getKey())
                .collect(Collectors.joining());
        return node.name() + " (zone " + node.zone() + role + ")";
    }
}
