package squall.adversity.junit;

import java.io.IOException;
import java.util.List;
import squall.adversity.safety.NotHealedException;
import squall.adversity.safety.Residue;
import squall.spi.Cluster;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.Pauses;
import squall.spi.Cluster.Restarts;

/** Puts a cluster back as a test found it: every node serves, every link is well. */
record Restoring(Cluster cluster) {
    /** @throws NotHealedException if something is left that the cluster has no means against, or that does not give way */
    void restore() throws IOException, InterruptedException {
        if (cluster instanceof Links links) {
            for (Link link : links.links()) {
                links.mend(link);
            }
        }
        for (Node node : cluster.nodes()) {
            restore(node);
        }
        List<String> left = Residue.of(cluster);
        if (!left.isEmpty()) {
            throw new NotHealedException("the test left on the cluster: " + String.join(", ", left));
        }
    }

    private void restore(Node node) throws IOException, InterruptedException {
        if (cluster instanceof Pauses pauses) {
            pauses.resume(node);
        }
        if (cluster instanceof Restarts restarts) {
            restarts.start(node);
        }
    }
}
