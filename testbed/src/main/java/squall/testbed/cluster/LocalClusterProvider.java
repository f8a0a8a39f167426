package squall.testbed.cluster;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import squall.spi.Cluster;
import squall.spi.ClusterProvider;
import squall.spi.Options;
import squall.spi.Target;
import squall.spi.TargetProvider;
import squall.testbed.host.DiskShape;
import squall.testbed.host.LoopDisk;
import squall.testbed.net.NetworkNamespaces;

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
    public final boolean runs(Options options) throws IOException, InterruptedException {
        return named(options).runs();
    }

    @Override
    public final Optional<String> downCommand(Options options) {
        return Optional.of(TestbedCommands.of(kind, options).down());
    }

    @Override
    public final Optional<String> commandsWhenDown(Options options) {
        return Optional.of(TestbedCommands.of(kind, options).whenDown());
    }

    @Override
    public final Optional<String> unsupported(Options options) throws IOException, InterruptedException {
        if (named(options).exists()) {
            return Optional.empty();
        }
        Optional<String> disks = LoopDisk.refusal(options);
        return disks.isEmpty() && options.text("namespaces", "").equals("true") ? NetworkNamespaces.refusal() : disks;
    }

    /** Returns why the cluster of an outline will not support capabilities. @param missing the reason if only the options are missing */
    protected final Function<Class<?>, Optional<String>> unavailable(
            C cluster, Options options, Function<Class<?>, Optional<String>> missing) throws IOException {
        Optional<String> disks = DiskShape.of(options).isEmpty()
                ? Optional.of("its nodes would have no disks of their own: set the option " + PowerCutCluster.REMEDY)
                : LoopDisk.refusal(options);
        return capability -> capability == Cluster.PowerCuts.class
                ? disks
                : capability.isInstance(cluster)
                        ? missing.apply(capability)
                        : Optional.of(kind + " does not support it");
    }
}
