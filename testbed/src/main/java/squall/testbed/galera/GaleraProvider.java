package squall.testbed.galera;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import squall.spi.Cluster;
import squall.spi.Options;
import squall.spi.Target;
import squall.system.StateFolder;
import squall.testbed.cluster.LocalClusterProvider;

/**
 * Provider of MariaDB Galera under the name {@code galera}. Options: {@code name} distinguishes several; {@code nodes} and
 * {@code namespaces} define a new group; {@code writers} selects the nodes to which clients connect, {@code sync-wait} the statements
 * before which their sessions wait.
 */
public final class GaleraProvider extends LocalClusterProvider<GaleraCluster> {
    public GaleraProvider() {
        super(GaleraCluster.KIND);
    }

    @Override
    public Optional<Outline> outline(Options options) throws IOException {
        GaleraShape shape = GaleraShape.of(options);
        GaleraCluster cluster = named(options);
        cluster.requireSize(options);
        List<Cluster.Node> nodes = IntStream.rangeClosed(1, shape.nodes())
                .mapToObj(number ->
                        GaleraMember.withOwnAddress(number, GaleraMember.HOST).node())
                .toList();
        Target target = new Target(kind(), GaleraCluster.url("127.0.0.1:3306", shape.clients()), "", "", Map.of());
        return Optional.of(new Outline(
                target,
                nodes,
                unavailable(
                        cluster,
                        options,
                        capability -> capability == Cluster.Links.class && !shape.namespaces()
                                ? Optional.of(
                                        "this cluster does not support link faults; create it with namespaces=true")
                                : Optional.empty()),
                impairment -> Optional.empty(),
                cluster.fileKinds()));
    }

    @Override
    public GaleraCluster named(Options options) throws IOException {
        return new GaleraCluster(StateFolder.here(), options.text("name", GaleraCluster.DEFAULT_NAME))
                .usedBy(GaleraShape.of(options).clients());
    }
}
