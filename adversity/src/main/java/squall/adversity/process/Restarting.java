package squall.adversity.process;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.Restarts;
import squall.spi.Cluster.State;
import squall.spi.Effect;

/** An end in good order and a start. */
record Restarting(Cluster cluster) implements Treatment {
    @Override
    public String told() {
        return "end it, start it";
    }

    @Override
    public Map<String, String> facts(List<Node> nodes) {
        return Map.of();
    }

    @Override
    public void treat(Node node, Consumer<String> seen) throws IOException, InterruptedException {
        Restarts restarts = (Restarts) cluster;
        restarts.stop(node);
        seen.accept(node.name() + " is " + cluster.state(node));
        restarts.start(node);
    }

    @Override
    public Effect effect(List<Node> nodes) throws IOException, InterruptedException {
        return new Standing(cluster, nodes).effect(State.DOWN);
    }

    @Override
    public void undo(List<Node> nodes) throws IOException, InterruptedException {
        Standing standing = new Standing(cluster, nodes);
        standing.startAbsent();
        standing.awaitServing();
    }
}
