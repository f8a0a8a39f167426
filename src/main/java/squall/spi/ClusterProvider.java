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
     * @param say receives one line for each step that takes noticeable time
     * @throws IOException if it cannot be started here; the message names the remedies
     * @throws IllegalArgumentException if an option is unknown or has no such value
     */
    Cluster cluster(Options options, Consumer<String> say) throws IOException, InterruptedException;

    /**
     * The cluster as it stands, nothing started.
     *
     * @throws NoSuchClusterException if it certainly does not exist, so that nothing has to be healed
     * @throws IOException if it was never created, or its state is unknown
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
     * @param target with the kind and dialect it will have; nothing listens there
     * @param nodes it will begin with
     * @param unavailable why it will not have what an interface promises, as {@link Cluster#unavailable} would tell
     * @param refuses why its links can't suffer this, as {@link Cluster.Links#refusal} would tell
     */
    record Outline(
            Target target,
            List<Cluster.Node> nodes,
            Function<Class<?>, Optional<String>> unavailable,
            Function<Cluster.Impairment, Optional<String>> refuses) {
        public Outline {
            nodes = List.copyOf(nodes);
        }
    }
}
