package squall.testbed.cluster;

import java.io.IOException;
import java.util.Optional;
import squall.system.FileTrees;
import squall.testbed.host.LoopDisk;
import squall.testbed.net.NetworkNamespaces;

/** Membership changes: nodes that join and leave a cluster, on disk and in the network; performed by the holder of the cluster's lock. */
public record Membership<G extends ClusterNote<?>>(ClusterFolder<G> home) {
    /** Adds a node; after a failure no trace of it is left. @param joining the note with the node */
    public void join(LocalNode node, G joining, G before, Start start) throws IOException, InterruptedException {
        home.sizes().requireRoom(joining.members().size());
        home.write(joining);
        boolean joined = false;
        try {
            home.upNamespaces(joining);
            home.makeDisk(node.member());
            start.run();
            joined = true;
        } finally {
            if (!joined) {
                forget(node, joining, before);
            }
        }
    }

    /** Removes a node with its data. @param left the note without the node */
    public void forget(LocalNode node, G note, G left) throws IOException, InterruptedException {
        node.kill();
        home.sizes().remove(node.name());
        Optional<NetworkNamespaces> namespaces = home.namespaces(note);
        if (namespaces.isPresent()) {
            namespaces.get().remove(node.name());
        }
        home.write(left);
        LoopDisk.detachAll(node.place().folder());
        FileTrees.delete(node.place().folder());
    }

    /** Start of a node that joins; on return it belongs to the cluster. */
    @FunctionalInterface
    public interface Start {
        void run() throws IOException, InterruptedException;
    }
}
