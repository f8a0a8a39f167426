package squall.adversity.safety;

import java.io.IOException;
import java.time.Duration;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;
import squall.system.FolderLock;

/**
 * One cluster is disturbed by one run at a time, on this machine.
 *
 * <p>The claim is a lock on a file that names its holder, and ends with the holder's process in any case. Healing needs no claim.
 */
public final class ClusterLock implements AutoCloseable {
    private final FolderLock.Held lock;

    private ClusterLock(FolderLock.Held lock) {
        this.lock = lock;
    }

    /** @throws IOException naming the process that has it, if another disturbs the cluster */
    public static ClusterLock of(JournalFolder journals, Cluster cluster) throws IOException, InterruptedException {
        Node first = cluster.nodes().getFirst(); // the same one by whatever name the cluster was found
        String name = (first.host() + "_" + first.port()).replaceAll("[^A-Za-z0-9._-]", "_");
        return new ClusterLock(new FolderLock(journals.folder().resolve(name + ".lock"), Duration.ZERO).take());
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
