package squall.testbed.ha;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Consumer;
import squall.spi.Cluster;

/**
 * A replicated PostgreSQL on this machine, with either manager: a cluster, and the methods that create, stop and remove it.
 *
 * <p>It outlives the JVM that started it. Those methods that make, start or end something exclude each other by a file lock.
 */
public interface ReplicatedCluster extends Cluster, Cluster.Restarts, Cluster.Pauses, Cluster.HasPrimary {
    /** The name of the group that commands use when none is given. */
    String DEFAULT_NAME = "postgres-ha";

    /** Whether what nodes and clients say to each other can be disturbed. */
    enum Linking {
        AS_BEFORE,
        /** A separate proxy relays it, which reduces speed. */
        LINKED,
        DIRECT,
        /** Each node has its own network namespace, from the creation of the group until it is reset; needs root. */
        NAMESPACES
    }

    /**
     * Makes the group and starts what belongs to it, where that is still to do; answers whether anything was.
     *
     * @param say receives one line for each step that takes noticeable time
     * @throws IOException if it cannot run here; the message names the remedies
     * @throws IllegalArgumentException if this manager has no such links
     */
    boolean up(Linking linking, Consumer<String> say) throws IOException, InterruptedException;

    /** Shuts everything down cleanly; returns whether something was running. */
    boolean down() throws IOException, InterruptedException;

    /**
     * Kills everything and removes the data for good; answers whether there was anything.
     *
     * @throws IOException if the folder holds what Squall did not put there; then nothing was removed
     */
    boolean reset() throws IOException, InterruptedException;

    /** Whether it was ever made. */
    boolean exists() throws IOException;

    /** In libpq's format, readable by its owner only. */
    Path passwordFile();

    /** How each node is found at this moment, and what it is to the others. */
    List<HaStatus> status() throws IOException, InterruptedException;

    /** What decides about failover, as facts for users: processes and their logs. */
    SequencedMap<String, Object> deciders() throws IOException, InterruptedException;

    /** What keeps the group from failing over, as a sentence; empty if nothing does. */
    String problem() throws IOException, InterruptedException;
}
