package squall.adversity.process;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import squall.adversity.NodeStates;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.Restarts;
import squall.spi.Cluster.State;
import squall.spi.FaultEffect;
import squall.spi.Options;

/** Provider of rolling restarts, by the name {@code rollingRestart}: as in an upgrade, each node is stopped and started in turn. */
public final class RollingRestart extends RollingFaultProvider {
    public RollingRestart() {
        super(
                "rollingRestart",
                "restarts one node after another cleanly, the primary last, with a pause between (settle=5s); halts at a node that"
                        + " does not come back",
                Restarts.class);
    }

    @Override
    RollingFaultProvider.RollingStep treatment(Cluster cluster, Options options, Map<String, String> before) {
        return new RestartStep(cluster);
    }

    /** Step of a clean stop and a start. */
    private record RestartStep(Cluster cluster) implements RollingFaultProvider.RollingStep {
        @Override
        public String text() {
            return "stop it, start it";
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
        public FaultEffect effect(List<Node> nodes) throws IOException, InterruptedException {
            return new NodeStates(cluster, nodes).effect(State.DOWN);
        }

        @Override
        public void undo(List<Node> nodes) throws IOException, InterruptedException {
            NodeStates standing = new NodeStates(cluster, nodes);
            standing.startAbsent();
            standing.awaitServing();
        }
    }
}
