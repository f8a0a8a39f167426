package squall.clusters.nft;

import java.io.IOException;
import java.util.List;
import squall.host.Program.Finished;
import squall.spi.Cluster.Node;

/** Runs a program in a node's own network, with the right to change its packet filter. */
@FunctionalInterface
public interface Kernel {
    /** However it ends, within a minute. */
    Finished run(Node node, List<String> command) throws IOException, InterruptedException;
}
