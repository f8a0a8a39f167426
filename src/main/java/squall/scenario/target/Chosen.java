package squall.scenario.target;

import java.util.List;
import java.util.function.Function;
import squall.spi.Cluster;

/** What a selector found. */
public sealed interface Chosen {
    /** Continues with the nodes, if there are any. */
    Chosen then(Function<List<Cluster.Node>, Chosen> more);

    /** These, in the order in which the selector names them. */
    record Nodes(List<Cluster.Node> nodes) implements Chosen {
        public Nodes {
            nodes = List.copyOf(nodes);
        }

        @Override
        public Chosen then(Function<List<Cluster.Node>, Chosen> more) {
            return more.apply(nodes);
        }
    }

    /** Nothing that fits: this cluster has not what the phase is about. @param why one line */
    record NotApplicable(String why) implements Chosen {
        @Override
        public Chosen then(Function<List<Cluster.Node>, Chosen> more) {
            return this;
        }
    }
}
