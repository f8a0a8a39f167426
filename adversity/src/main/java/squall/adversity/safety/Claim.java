package squall.adversity.safety;

import java.io.IOException;
import java.time.Duration;
import squall.host.FolderLock;
import squall.host.FolderLock.Action;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;

/**
 * One cluster is disturbed by one run at a time, on this machine.
 *
 * <p>The claim is a lock on a file that names its holder, and ends with the holder's process however that ends. Who heals needs none.
 */
public record Claim(Journals journals) {
    /** Acts as the only one who disturbs the cluster. @throws IOException naming the holder, if there is another; or from the action */
    public <T> T hold(Cluster cluster, Action<T> action) throws IOException, InterruptedException {
        Node first = cluster.nodes().getFirst(); // the same one by whatever name the cluster was found
        String name = (first.host() + "_" + first.port()).replaceAll("[^A-Za-z0-9._-]", "_");
        return new FolderLock(journals.folder().resolve(name + ".lock"), Duration.ZERO).hold(action);
    }
}
