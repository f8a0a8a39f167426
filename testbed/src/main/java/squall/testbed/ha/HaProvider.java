package squall.testbed.ha;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import squall.host.StateFolder;
import squall.spi.Cluster;
import squall.spi.ClusterProvider;
import squall.spi.Options;
import squall.spi.Target;
import squall.spi.TargetProvider;

/** Offers replicated PostgreSQL by the name {@code postgres-ha}; the option {@code name} tells several apart. */
public final class HaProvider implements TargetProvider, ClusterProvider {
    /**
     * {@code links=true} has a proxy relay what nodes and clients say, so that it can be disturbed; {@code false} ends that.
     * {@code namespaces=true} gives each node of a new group a network of its own, with links that can be disturbed without a proxy.
     */
    public static final List<String> OPTIONS = List.of("name", "links", "namespaces");

    @Override
    public String kind() {
        return "postgres-ha";
    }

    @Override
    public Target up(Options options, Consumer<String> say) throws IOException, InterruptedException {
        return cluster(options, say).target();
    }

    @Override
    public Cluster cluster(Options options, Consumer<String> say) throws IOException, InterruptedException {
        HaCluster cluster = named(options);
        cluster.up(linking(options), say);
        return cluster;
    }

    @Override
    public Cluster find(Options options) throws IOException {
        HaCluster cluster = named(options);
        cluster.nodes();
        return cluster;
    }

    /** @throws IllegalArgumentException if an option is neither true nor false, or both are true */
    public static HaCluster.Linking linking(Options options) {
        if (options.flag("namespaces", false)) {
            if (options.flag("links", false)) {
                throw new IllegalArgumentException(
                        "namespaces=true and links=true are two ways to the same: with namespaces no proxy is needed");
            }
            return HaCluster.Linking.NAMESPACES;
        }
        if (options.text("links", "").isEmpty()) {
            return HaCluster.Linking.AS_BEFORE;
        }
        return options.flag("links", false) ? HaCluster.Linking.LINKED : HaCluster.Linking.DIRECT;
    }

    private static HaCluster named(Options options) throws IOException {
        options.allowOnly(OPTIONS);
        return new HaCluster(StateFolder.here(), options.text("name", HaCluster.DEFAULT_NAME));
    }
}
