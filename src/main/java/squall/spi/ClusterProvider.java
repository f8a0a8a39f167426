package squall.spi;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** Makes a cluster by name, or finds it again after a crash; found by {@link java.util.ServiceLoader}. */
public interface ClusterProvider {
    /** The name users type, for example {@code cassandra}. */
    String kind();

    /**
     * The cluster with all its nodes up, made and started where that was still to do.
     *
     * @param say hears what takes longer than a moment, one line each
     * @throws IOException if it cannot be started here; the message names the remedies
     * @throws IllegalArgumentException if an option is unknown or has no such value
     */
    Cluster cluster(Options options, Consumer<String> say) throws IOException, InterruptedException;

    /**
     * The cluster as it stands, nothing started.
     *
     * @throws NoSuchClusterException if it is certain that there is none, so that nobody need heal it
     * @throws IOException if it was never made, or nobody can tell
     */
    Cluster find(Options options) throws IOException;

    /**
     * The cluster that these options would make, where there is none yet; touches nothing.
     *
     * @return empty if only the cluster itself can tell
     * @throws IllegalArgumentException if an option is unknown or has no such value
     */
    default Optional<Outline> outline(Options options) throws IOException {
        return Optional.empty();
    }

    /** Ends what {@link #cluster} starts and keeps its data; nothing happens to clusters that others run. */
    default void down(Options options) throws IOException, InterruptedException {}

    /**
     * A cluster that is not made yet, as far as its options tell.
     *
     * @param target of the kind and the language it will have; nobody listens there
     * @param nodes it will begin with
     * @param lacks why it will not have what an interface promises, as {@link Cluster#lacks} would tell
     * @param refuses why its links can't suffer this, as {@link Cluster.Links#refusal} would tell
     */
    record Outline(
            Target target,
            List<Cluster.Node> nodes,
            Function<Class<?>, Optional<String>> lacks,
            Function<Cluster.Trouble, Optional<String>> refuses) {
        public Outline {
            nodes = List.copyOf(nodes);
        }
    }
}
