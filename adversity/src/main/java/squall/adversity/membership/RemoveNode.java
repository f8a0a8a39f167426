package squall.adversity.membership;

import java.util.List;
import java.util.Optional;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.Scales;
import squall.spi.Fault;
import squall.spi.FaultProvider;
import squall.spi.Options;
import squall.spi.Scene;

/** Offers nodes that leave under load, by the name {@code removeNode}. */
public final class RemoveNode implements FaultProvider {
    @Override
    public String kind() {
        return "removeNode";
    }

    @Override
    public String summary() {
        return "has nodes hand their data to the others and leave; healed, others join in their place";
    }

    @Override
    public Optional<String> refusal(Cluster cluster, Options options) {
        options.allowOnly(List.of());
        return Places.refusal(cluster);
    }

    @Override
    public Fault fault(Scene scene, Options options) {
        String names = String.join(", ", scene.nodes().stream().map(Node::name).toList());
        Scales cluster = (Scales) scene.cluster();
        return new Move(scene, names + (scene.nodes().size() == 1 ? " leaves" : " leave"), cluster.leftMeans(), () -> {
            for (Node node : scene.nodes()) {
                cluster.remove(node);
            }
            return true;
        });
    }
}
