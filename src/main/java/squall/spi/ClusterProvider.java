package squall.spi;

import java.io.IOException;
import java.util.function.Consumer;

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
}
