package squall.testbed.cassandra;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import squall.testbed.host.OwnClock;

/** The clock of a node that was started with one of its own. */
record NodeClock(NodeServer server, InstantSource machine) {
    void skew(Duration ahead, Duration atMost) throws IOException, InterruptedException {
        new OwnClock(server.folder().path()).set(ahead, atMost);
    }

    /** The node is asked in the middle between two looks at the machine's clock. */
    Duration ahead() throws IOException, InterruptedException {
        long beforeMs = machine.millis();
        long nodeMs = new NodeRules(server.jmx()).timeMs();
        return Duration.ofMillis(nodeMs - (beforeMs + machine.millis()) / 2);
    }
}
