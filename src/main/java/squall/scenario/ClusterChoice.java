package squall.scenario;

import java.util.List;
import java.util.Optional;
import squall.spi.Cluster;

/**
 * Which nodes are disturbed.
 *
 * @param cluster empty if the command line says it
 * @param nodes what the scenario is meant for, and what is planned with where no cluster is at hand; their addresses say nothing. May be
 *     empty
 */
public record ClusterChoice(Optional<Choice> cluster, List<Cluster.Node> nodes) {
    /** Whatever the command line says. */
    public static final ClusterChoice OPEN = new ClusterChoice(Optional.empty(), List.of());

    public ClusterChoice {
        nodes = List.copyOf(nodes);
    }

    public ClusterChoice with(Choice other) {
        return new ClusterChoice(Optional.of(other), nodes);
    }
}
