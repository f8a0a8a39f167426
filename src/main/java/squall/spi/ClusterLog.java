package squall.spi;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Capability of a cluster of telling from its own logs when it noticed a failure, what it did, and when it served again. An outage of clients
 * is explained by these lines; what no line shows stays unexplained.
 */
public interface ClusterLog {
    /** Lists what the logs of the cluster have from one moment to another, in any order. @throws IOException if a log cannot be read */
    List<LogEvent> events(Instant from, Instant to) throws IOException, InterruptedException;

    /**
     * Describes by which settings the cluster notices that a node failed, a few words for a reader: {@code Patroni ttl 20 s}. Empty if nothing
     * in the cluster reacts to a failure.
     */
    String detection() throws IOException;

    /** Returns by how much a time may be off because of how its log writes it. */
    default Duration resolution() {
        return Duration.ofMillis(1);
    }

    /**
     * Event that a log shows.
     *
     * @param source the program or node whose log has the line
     * @param text the line, without its time
     */
    record LogEvent(Instant at, LogChange change, String source, String text) {}

    /** Change that a line of a log shows. */
    enum LogChange {
        /** Reaction: the cluster noticed a failure, and begins to act. */
        NOTICED,
        /** Loss of a node that the cluster noticed and does not replace: requests that need it wait or fail until it is back. */
        NODE_LOST,
        /** Start of a server process, or another start after a crash of one of its processes. */
        STARTING,
        /** Begin of the replay of a server's log after a crash. */
        REPLAYING,
        /** End of the replay; the server completes its start. */
        REPLAYED,
        /** Readiness of a server for the clients' writes. */
        SERVING,
        /** Replica that receives from the primary: commits that wait for one can go on. */
        REPLICATING,
        /** Line that changes nothing for clients, but explains their waiting. */
        NOTE
    }
}
