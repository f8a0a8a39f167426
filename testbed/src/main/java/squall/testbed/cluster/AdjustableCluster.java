package squall.testbed.cluster;

import java.io.IOException;
import java.util.Optional;
import squall.spi.Cluster;
import squall.testbed.host.MinorVersions;

/** Cluster whose nodes are restarted to run another version or to have another size. */
public interface AdjustableCluster extends Cluster, Cluster.Restarts, Cluster.Resizes, Cluster.Upgrades {
    /** Returns the node with its processes on this machine. */
    LocalNode server(Node node) throws IOException, InterruptedException;

    MinorVersions versions() throws IOException;

    /** Makes a version available on this machine, downloaded if necessary. */
    void obtain(String version) throws IOException, InterruptedException;

    @Override
    default Optional<String> usualUpgrade(String from) throws IOException {
        return versions().usualUpgrade(from);
    }

    @Override
    default Optional<String> refusal(String version) throws IOException, InterruptedException {
        Optional<String> from = server(nodes().getFirst()).version().given();
        Optional<String> refusal =
                versions().refusal(from.isPresent() ? from.get() : versions().pinned(), version);
        if (refusal.isEmpty()) {
            obtain(version);
        }
        return refusal;
    }

    @Override
    default void upgrade(Node node, String version) throws IOException, InterruptedException {
        obtain(version); // before the node is stopped
        restart(
                node,
                state(node) == State.UP && version(node).equals(version),
                () -> server(node).version().give(version));
        if (!version(node).equals(version)) {
            throw new IOException(node.name() + " runs " + versions().database() + " " + version(node)
                    + " after its upgrade to " + version);
        }
    }

    @Override
    default void resize(Node node, Size size) throws IOException, InterruptedException {
        server(node).place().sizes().requireWithin(node.name(), size);
        restart(
                node,
                state(node) == State.UP && size(node).equals(size),
                () -> server(node).allotment().give(size));
    }

    /** Restarts a node with a setting that takes effect at its start; a node that runs with it already keeps running. */
    private void restart(Node node, boolean inEffect, Setting setting) throws IOException, InterruptedException {
        if (inEffect) {
            setting.write();
            return;
        }
        stop(node);
        setting.write();
        start(node);
    }

    /** Setting to be written into the folder of a node. */
    @FunctionalInterface
    interface Setting {
        void write() throws IOException, InterruptedException;
    }
}
