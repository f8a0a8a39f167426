package squall.testbed.cassandra;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import squall.testbed.cassandra.rule.DiskRule;

/** What a running node forces to its disk, held up by rules before it gets there. */
record NodeDisk(NodeServer server) {
    static final String HOW =
            "a sleep inside Cassandra before each sync of its commit log and data files; the device itself is well";

    void hold(Duration each, Duration atMost) throws IOException, InterruptedException {
        rules().replace(names(), atMost, until -> DiskRule.all(each, until).map(DiskRule::rule));
    }

    /** Of a node that has ended, the rules have ended too. */
    void release() throws IOException, InterruptedException {
        if (server.process().isPresent()) {
            rules().remove(names());
        }
    }

    Optional<Duration> held() throws IOException, InterruptedException {
        return server.process().isPresent()
                ? rules().disk(false).stream().map(DiskRule::each).findFirst()
                : Optional.empty();
    }

    private List<String> names() throws IOException, InterruptedException {
        return rules().disk(true).stream().map(DiskRule::name).toList();
    }

    Optional<Duration> probe(Duration atMost) throws IOException, InterruptedException {
        return rules().sync(server.folder().data().resolve("squall.probe"), atMost);
    }

    private NodeRules rules() {
        return new NodeRules(server.jmx());
    }
}
