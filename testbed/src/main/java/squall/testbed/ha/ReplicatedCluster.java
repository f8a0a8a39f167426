package squall.testbed.ha;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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

    /**
     * How a node is found.
     *
     * @param role primary or standby, as the node reports; else "stale": it will be cloned when it is started; else empty
     * @param replication how the primary sees it: streaming, and whether its confirmation counts; empty for the primary
     * @param pid of its server; 0 if it does not run
     */
    record HaStatus(Cluster.Node node, Cluster.State state, String role, String replication, long pid) {
        /** @param primary to be asked about the others, if there is one */
        public static HaStatus of(
                MemberConnection sql, Cluster.State state, long pid, Optional<MemberConnection> primary)
                throws IOException {
            GroupMember member = sql.member();
            String role = state == Cluster.State.UP ? role(sql) : "";
            return new HaStatus(
                    member.node(),
                    state,
                    role,
                    primary.map(asked -> replication(asked, member)).orElse(""),
                    pid);
        }

        HaStatus stale() {
            return new HaStatus(node, state, role.isEmpty() ? "stale" : role, replication, pid);
        }

        private static String role(MemberConnection sql) throws IOException {
            return sql.text("SELECT CASE WHEN pg_is_in_recovery() THEN 'standby' ELSE 'primary' END");
        }

        private static String replication(MemberConnection primary, GroupMember member) {
            try {
                return String.join(
                        ",",
                        primary.rows(
                                "SELECT state || ' ' || sync_state FROM pg_stat_replication WHERE application_name = '"
                                        + member.name() + "'"));
            } catch (IOException e) {
                return ""; // no primary to ask, which its own row tells
            }
        }
    }
}
