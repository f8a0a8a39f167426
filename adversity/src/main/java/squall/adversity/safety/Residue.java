package squall.adversity.safety;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import squall.spi.Cluster;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.State;
import squall.spi.Cluster.Trouble;

/** What a disturbance may have left on a cluster, looked for at the cluster itself. */
public final class Residue {
    private Residue() {}

    /** Each thing found, a line; none on a cluster that is whole. */
    public static List<String> of(Cluster cluster) throws IOException, InterruptedException {
        List<String> found = new ArrayList<>();
        for (Node node : cluster.nodes()) {
            State state = cluster.state(node);
            if (state != State.UP) {
                found.add(node.name() + " is " + state);
            }
        }
        if (cluster instanceof Links links) {
            for (Link link : links.links()) {
                Optional<Trouble> trouble = links.trouble(link);
                trouble.ifPresent(
                        what -> found.add("the link from " + link.from() + " to " + link.to() + " suffers " + what));
            }
        }
        return List.copyOf(found);
    }
}
