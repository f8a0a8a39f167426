package squall.adversity;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import squall.spi.Cluster;
import squall.spi.Target;

/** Cluster without capabilities, whose nodes are up. */
public class PlainCluster implements Cluster {
    /** Target that nothing connects to. */
    public static final Target NOWHERE = new Target("none", "", "", "", Map.of());

    private final Target target;
    private final List<Node> nodes;

    public PlainCluster(Target target, List<Node> nodes) {
        this.target = target;
        this.nodes = List.copyOf(nodes);
    }

    /** Creates a cluster of one node on this machine. */
    public PlainCluster(Target target) {
        this(target, List.of(new Node("n1", "127.0.0.1", 1, "zone1", "region1")));
    }

    @Override
    public final Target target() {
        return target;
    }

    @Override
    public final List<Node> nodes() {
        return nodes;
    }

    @Override
    public State state(Node node) throws IOException {
        return State.UP;
    }
}
