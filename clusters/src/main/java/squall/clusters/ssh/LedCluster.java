package squall.clusters.ssh;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import squall.clusters.ssh.Commands.Act;
import squall.spi.Cluster;

/** A cluster whose inventory says how to ask a node whether it takes the writes. */
final class LedCluster extends SshCluster implements Cluster.HasPrimary {
    private static final Duration LIMIT = Duration.ofSeconds(15);

    LedCluster(Inventory inventory, Ssh ssh) {
        super(inventory, ssh);
    }

    @Override
    public Optional<Node> primary() throws IOException, InterruptedException {
        for (Node node : nodes()) {
            if (done(Act.PRIMARY, node, LIMIT) == 0) {
                return Optional.of(node);
            }
        }
        return Optional.empty();
    }
}
