package squall.clusters.compose;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import squall.spi.Cluster;

/** A project whose file says how a node knows that it takes the writes: a script in its container that ends with 0 if it does. */
final class LedCluster extends ComposeCluster implements Cluster.HasPrimary {
    /** The last of the label's name. */
    static final String WORD = "primary";

    private static final Duration LIMIT = Duration.ofSeconds(10);

    LedCluster(Project project) {
        super(project);
    }

    @Override
    public Optional<Node> primary() throws IOException, InterruptedException {
        for (Container member : project().members()) {
            if (member.process() == Container.Life.RUNNING && leads(member)) {
                return Optional.of(member.node(project().port()));
            }
        }
        return Optional.empty();
    }

    private boolean leads(Container member) throws IOException, InterruptedException {
        String script = member.says(WORD)
                .orElseThrow(() -> new IOException(
                        member.service() + " must have the label dev.squall." + WORD + ", as other nodes have"));
        return project().docker().inside(member, script, LIMIT).ok();
    }
}
