package squall.testbed.galera;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import squall.spi.Cluster;
import squall.spi.ClusterProvider;
import squall.spi.Options;
import squall.spi.Target;
import squall.spi.TargetProvider;
import squall.system.StateFolder;
import squall.testbed.galera.GaleraCluster.GaleraTargets;

/**
 * Offers MariaDB Galera by the name {@code galera}. Options: {@code name} distinguishes several; {@code nodes} and {@code namespaces}
 * define a new group; {@code writers} tells which nodes clients connect to, {@code sync-wait} what their sessions wait for.
 */
public final class GaleraProvider implements TargetProvider, ClusterProvider {
    @Override
    public String kind() {
        return "galera";
    }

    @Override
    public Target up(Options options, Consumer<String> say) throws IOException, InterruptedException {
        return cluster(options, say).target();
    }

    @Override
    public GaleraCluster cluster(Options options, Consumer<String> say) throws IOException, InterruptedException {
        GaleraCluster cluster = named(options);
        cluster.up(options, say);
        return cluster;
    }

    @Override
    public Cluster find(Options options) throws IOException {
        GaleraCluster cluster = named(options);
        cluster.nodes();
        return cluster;
    }

    @Override
    public void down(Options options) throws IOException, InterruptedException {
        named(options).down();
    }

    @Override
    public Optional<Outline> outline(Options options) throws IOException {
        GaleraShape shape = GaleraShape.of(options);
        GaleraCluster cluster = named(options);
        List<Cluster.Node> nodes = IntStream.rangeClosed(1, shape.nodes())
                .mapToObj(number ->
                        GaleraMember.withOwnAddress(number, GaleraMember.HOST).node())
                .toList();
        Target target = new Target(kind(), GaleraTargets.url("127.0.0.1:3306", shape.clients()), "", "", Map.of());
        return Optional.of(new Outline(
                target, nodes, capability -> unavailable(cluster, shape, capability), impairment -> Optional.empty()));
    }

    private static Optional<String> unavailable(GaleraCluster cluster, GaleraShape shape, Class<?> capability) {
        if (capability == Cluster.Links.class && !shape.namespaces()) {
            return Optional.of("this cluster does not support link faults; create it with namespaces=true");
        }
        return capability.isInstance(cluster) ? Optional.empty() : Optional.of("galera does not support it");
    }

    /** The cluster of these options, whether it exists or not. @throws IllegalArgumentException if an option is unknown or has no such value */
    public static GaleraCluster named(Options options) throws IOException {
        return new GaleraCluster(
                StateFolder.here(),
                options.text("name", GaleraCluster.DEFAULT_NAME),
                GaleraShape.of(options).clients());
    }
}
