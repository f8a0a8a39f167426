package squall.spi;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** Provider of clusters, which creates one by name or finds it again after a crash; found by {@link java.util.ServiceLoader}. */
public interface ClusterProvider {
    /** Returns the name that users type, for example {@code cassandra}. */
    String kind();

    /**
     * Returns the cluster with all its nodes up; creates and starts it if necessary.
     *
     * @param progress receives one line for each step that takes noticeable time
     * @throws IOException if it cannot be started here; the message names the remedies
     * @throws IllegalArgumentException if an option is unknown or has no such value
     */
    Cluster cluster(Options options, Consumer<String> progress) throws IOException, InterruptedException;

    /**
     * Finds the cluster as it is; starts nothing.
     *
     * @throws NoSuchClusterException if it certainly does not exist, so that nothing has to be healed
     * @throws IOException if it was never created, or its state is unknown
     */
    Cluster find(Options options) throws IOException;

    /**
     * Describes the cluster that these options would create, if there is none yet; changes nothing.
     *
     * @return empty if only the cluster itself can tell
     * @throws IllegalArgumentException if an option is unknown or has no such value
     */
    default Optional<Outline> outline(Options options) throws IOException {
        return Optional.empty();
    }

    /**
     * Returns the reason why this machine does not support what a new cluster of these options would need, one line with the remedy; empty
     * if it does, or the cluster exists. Leaves nothing behind.
     *
     * @throws IllegalArgumentException if an option is unknown or has no such value
     */
    default Optional<String> unsupported(Options options) throws IOException, InterruptedException {
        return Optional.empty();
    }

    /**
     * Returns the server by which the cluster is controlled, from the options and the user's own settings alone; makes no request.
     *
     * @return empty if only the nodes themselves are asked
     * @throws IllegalArgumentException if an option has no such value
     */
    default Optional<ControlServer> controlServer(Options options) {
        return Optional.empty();
    }

    /** Stops the cluster that {@link #cluster} started and keeps its data; does nothing to clusters that others run. */
    default void down(Options options) throws IOException, InterruptedException {}

    /** Returns the shell command that does the same as {@link #down}; empty for clusters that others run. */
    default Optional<String> downCommand(Options options) {
        return Optional.empty();
    }

    /** Returns the shell commands that start or remove a cluster that is down, as words for users; empty for clusters that others run. */
    default Optional<String> commandsWhenDown(Options options) {
        return Optional.empty();
    }

    /**
     * Server that controls all nodes of a cluster, such as an API server of Kubernetes.
     *
     * @param host name or address, one that faults must be allowed to affect, as the hosts of nodes
     * @param options by which this server is found and no other, whatever the user's settings are then: for the journal of the faults
     */
    record ControlServer(String host, Map<String, String> options) {
        public ControlServer {
            options = Map.copyOf(options);
        }
    }

    /**
     * Outline of a cluster that does not exist yet, from its options alone.
     *
     * @param target address with the kind and dialect that it will have; nothing listens there
     * @param nodes nodes that it will begin with
     * @param unavailable reason why it will not support a capability, as {@link Cluster#unavailable} returns it
     * @param refuses reason why its links will not support an impairment, as {@link Cluster.Links#refusal} returns it
     * @param fileKinds kinds of files that its nodes will have, as {@link StoredFiles#fileKinds} lists them; empty if it does not name
     *     its files
     */
    record Outline(
            Target target,
            List<Cluster.Node> nodes,
            Function<Class<?>, Optional<String>> unavailable,
            Function<Cluster.Impairment, Optional<String>> refuses,
            List<StoredFiles.FileKind> fileKinds) {
        public Outline {
            nodes = List.copyOf(nodes);
            fileKinds = List.copyOf(fileKinds);
        }

        /** Creates the outline of a cluster that does not name its files. */
        public Outline(
                Target target,
                List<Cluster.Node> nodes,
                Function<Class<?>, Optional<String>> unavailable,
                Function<Cluster.Impairment, Optional<String>> refuses) {
            this(target, nodes, unavailable, refuses, List.of());
        }
    }
}
