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

/** Offers a node that joins under load, by the name {@code addNode}. */
public final class AddNode implements FaultProvider {
    @Override
    public String kind() {
        return "addNode";
    }

    @Override
    public String summary() {
        return "has a node join and take its share of the data: zone, region (those of the first node); healed, it leaves";
    }

    @Override
    public Aim aim(Options options) {
        return Aim.CLUSTER;
    }

    @Override
    public Optional<String> refusal(Cluster cluster, Options options) {
        options.allowOnly(List.of("zone", "region"));
        return Places.refusal(cluster);
    }

    @Override
    public Fault fault(Scene scene, Options options) {
        Scales cluster = (Scales) scene.cluster();
        return new Move(scene, "a node joins", cluster.joinedMeans(), () -> {
            Node first = scene.cluster().nodes().getFirst();
            cluster.add(options.text("zone", first.zone()), options.text("region", first.region()));
            return true;
        });
    }
}
