package squall.adversity.guard;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import squall.spi.Cluster.Node;

/**
 * Whether every group of replicas keeps a majority. Where the replicas lie is not known, so the worst is assumed, but for one thing:
 * where there are as many zones or regions as replicas, no two replicas of a group lie in one of them.
 *
 * @param replicas of each row
 */
public record Majority(int replicas) {
    private static final int USUAL_REPLICAS = 3;

    /** That of a cluster with the usual three replicas, or as many as it has nodes. */
    static Majority of(List<Node> nodes) {
        return new Majority(Math.min(USUAL_REPLICAS, nodes.size()));
    }

    /** Why not all of these may be out of service at once; empty if they may. */
    Optional<String> refusal(List<Node> all, Collection<Node> faulty) {
        int spare = (replicas - 1) / 2;
        boolean kept = faulty.size() <= spare
                || kept(all, faulty, Node::place, spare)
                || kept(all, faulty, Node::region, spare);
        return kept
                ? Optional.empty()
                : Optional.of("with " + faulty.stream().map(Node::name).sorted().collect(Collectors.joining(", "))
                        + " out of service, a majority of " + replicas + " replicas may be gone, as no more than "
                        + spare + " can be spared; allowQuorumLoss: true on the phase allows it");
    }

    private boolean kept(List<Node> all, Collection<Node> faulty, Function<Node, String> place, int spare) {
        return all.stream().map(place).distinct().count() >= replicas
                && faulty.stream().map(place).distinct().count() <= spare;
    }
}
