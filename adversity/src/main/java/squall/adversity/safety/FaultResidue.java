package squall.adversity.safety;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import squall.spi.Cluster;
import squall.spi.Cluster.Clocks;
import squall.spi.Cluster.Disks;
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.PowerCuts;
import squall.spi.Cluster.State;
import squall.spi.StoredFiles;

/** Search for what a fault may have left on a cluster, by queries to the cluster itself. */
public final class FaultResidue {
    /** Maximum skew of a clock that counts as correct: the query takes time. */
    private static final Duration RIGHT = Duration.ofSeconds(1);

    private FaultResidue() {}

    /** Returns each thing found, a line; none on a cluster that is whole. */
    public static List<String> of(Cluster cluster) throws IOException, InterruptedException {
        List<String> found = new ArrayList<>();
        for (Node node : cluster.nodes()) {
            State state = cluster.state(node);
            if (state != State.UP) {
                found.add(node.name() + " is " + state);
            }
        }
        if (cluster instanceof PowerCuts disks
                && cluster.unavailable(PowerCuts.class).isEmpty()) {
            for (Node node : cluster.nodes()) {
                if (disks.diskStopped(node)) {
                    found.add("the disk of " + node.name() + " fails");
                }
            }
        }
        if (cluster instanceof StoredFiles files
                && cluster.unavailable(StoredFiles.class).isEmpty()) {
            for (Node node : cluster.nodes()) {
                Path kept = files.files(node).keptCopies();
                if (Files.exists(kept)) {
                    found.add("files of " + node.name() + " are corrupt, copies are kept in " + kept);
                }
            }
        }
        // Where links cannot be disturbed, such as without the image that does it, they cannot be queried either.
        if (cluster instanceof Links links && cluster.unavailable(Links.class).isEmpty()) {
            for (Link link : links.links()) {
                Optional<Impairment> impairment = links.impairment(link);
                impairment.ifPresent(
                        what -> found.add("the link from " + link.from() + " to " + link.to() + " has " + what));
            }
        }
        within(cluster, found);
        return List.copyOf(found);
    }

    /** Finds the faults inside running nodes. */
    private static void within(Cluster cluster, List<String> found) throws IOException, InterruptedException {
        for (Node node : cluster.nodes()) {
            if (cluster.state(node) != State.UP) {
                continue;
            }
            if (cluster instanceof Disks disks
                    && cluster.unavailable(Disks.class).isEmpty()) {
                disks.held(node).ifPresent(each -> found.add("the disk of " + node.name() + " is stalled"));
            }
            if (cluster instanceof Clocks clocks
                    && cluster.unavailable(Clocks.class).isEmpty()) {
                Duration ahead = clocks.ahead(node);
                if (ahead.abs().compareTo(RIGHT) > 0) {
                    found.add("the clock of " + node.name() + " is " + ahead.toMillis() + " ms ahead");
                }
            }
        }
    }
}
