package squall.adversity.run;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import squall.host.Deadline;
import squall.spi.Cluster;
import squall.spi.Cluster.HasPrimary;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.State;

/** Whether a cluster is whole enough to be disturbed. */
record Health(Cluster cluster) {
    /**
     * Waits until it is whole, or the limit is over.
     *
     * @param besides nodes that a fault has by now
     * @return what is wrong, a line each; none if it is whole
     */
    List<String> awaited(Duration limit, Set<String> besides) throws IOException, InterruptedException {
        Deadline.in(limit).await(() -> complaints(besides).isEmpty());
        return complaints(besides);
    }

    private List<String> complaints(Set<String> besides) throws IOException, InterruptedException {
        List<String> complaints = new ArrayList<>();
        for (Node node : cluster.nodes()) {
            State state = cluster.state(node);
            if (state != State.UP && !besides.contains(node.name())) {
                complaints.add(node.name() + " is " + state);
            }
        }
        if (cluster instanceof HasPrimary has && has.primary().isEmpty()) {
            complaints.add("there is no primary");
        }
        return complaints;
    }
}
