package squall.adversity.process;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import squall.host.Deadline;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.Restarts;
import squall.spi.Cluster.State;
import squall.spi.Effect;
import squall.spi.Scene;

/** How some nodes stand, asked of each. */
record Standing(Cluster cluster, List<Node> nodes) {
    private static final Duration READY_LIMIT = Duration.ofSeconds(60);

    /** Those of a fault that strikes nodes. @throws IllegalArgumentException if it has none */
    static Standing ofTargets(String fault, Scene scene) {
        if (scene.nodes().isEmpty()) {
            throw new IllegalArgumentException(fault + " must have a target, for example {pick: one}");
        }
        return new Standing(scene.cluster(), scene.nodes());
    }

    /** Present while one of them is found so. */
    Effect effect(State wanted) throws IOException, InterruptedException {
        List<String> found = new ArrayList<>();
        boolean present = false;
        for (Node node : nodes) {
            State state = cluster.state(node);
            present |= state == wanted;
            found.add(node.name() + " is " + state);
        }
        return new Effect(present, String.join(", ", found));
    }

    /** Starts those that have no process, where the cluster knows how. */
    void startAbsent() throws IOException, InterruptedException {
        for (Node node : nodes) {
            if (cluster instanceof Restarts restarts && cluster.state(node) == State.DOWN) {
                restarts.start(node);
            }
        }
    }

    /** On return all take clients. */
    void awaitServing() throws IOException, InterruptedException {
        for (Node node : nodes) {
            if (!Deadline.in(READY_LIMIT).await(() -> cluster.state(node) == State.UP)) {
                throw new IOException(node.name() + " (" + node.host() + ":" + node.port() + ") takes no clients "
                        + READY_LIMIT.toSeconds() + " s after it was healed: it is " + cluster.state(node));
            }
        }
    }

    String names() {
        return String.join(", ", nodes.stream().map(Node::name).toList());
    }
}
