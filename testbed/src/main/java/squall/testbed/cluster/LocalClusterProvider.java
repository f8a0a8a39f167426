package squall.testbed.cluster;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import squall.spi.Cluster;
import squall.spi.ClusterProvider;
import squall.spi.Options;
import squall.spi.Target;
import squall.spi.TargetProvider;
import squall.testbed.host.DiskShape;

/** Provider of clusters on this machine by the name of their kind. */
public abstract class LocalClusterProvider<C extends LocalCluster<?, ?, ?>> implements TargetProvider, ClusterProvider {
    private final String kind;

    protected LocalClusterProvider(String kind) {
        this.kind = kind;
    }

    /**
     * Finds the cluster of these options, whether it exists or not. @throws IllegalArgumentException if an option is unknown or has an
     * invalid value
     */
    public abstract C named(Options options) throws IOException;

    /** Adds the options that a new cluster needs so that faults can be injected. */
    protected Options forFaults(Options options) {
        return options;
    }

    @Override
    public final String kind() {
        return kind;
    }

    @Override
    public final Target up(Options options, Consumer<String> say) throws IOException, InterruptedException {
        C cluster = named(options);
        cluster.up(options, say);
        return cluster.target();
    }

    @Override
    public final C cluster(Options options, Consumer<String> say) throws IOException, InterruptedException {
        C cluster = named(options);
        cluster.up(cluster.exists() ? options : forFaults(options), say);
        return cluster;
    }

    @Override
    public final Cluster find(Options options) throws IOException {
        C cluster = named(options);
        cluster.nodes();
        return cluster;
    }

    @Override
    public final void down(Options options) throws IOException, InterruptedException {
        named(options).down();
    }

    @Override
    public final Optional<String> downCommand(Options options) {
        return Optional.of(TestbedCommands.of(kind, options).down());
    }

    @Override
    public final Optional<String> commandsWhenDown(Options options) {
        return Optional.of(TestbedCommands.of(kind, options).whenDown());
    }

    /** Returns why the cluster of an outline will not support a capability. @param missing the reason if only the options are missing */
    protected final Optional<String> unavailable(
            C cluster, Options options, Class<?> capability, Optional<String> missing) {
        if (capability == Cluster.PowerCuts.class && DiskShape.of(options).isEmpty()) {
            return Optional.of("its nodes would have no disks of their own: set the option " + PowerCutCluster.REMEDY);
        }
        return capability.isInstance(cluster) ? missing : Optional.of(kind + " does not support it");
    }
}
