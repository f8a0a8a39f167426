package squall.spi;

import java.util.Optional;

/** Makes faults of one kind; found by {@link java.util.ServiceLoader}. */
public interface FaultProvider {
    /** The name users write, for example {@code pause}. */
    String kind();

    /** One line for the list of faults: what it does and what it needs. */
    String summary();

    /** What of the cluster the fault is aimed at. @throws IllegalArgumentException if an option has no such value */
    default Aim aim(Options options) {
        return Aim.NODES;
    }

    /**
     * Whether the fault can be made on this cluster with these options, asked before anything is touched.
     *
     * @return empty if it can; else why not, one line
     * @throws IllegalArgumentException if an option is unknown or has no such value
     */
    Optional<String> refusal(Cluster cluster, Options options);

    /** @throws IllegalArgumentException if an option is unknown or has no such value */
    Fault fault(FaultContext context, Options options);

    /** What a fault is aimed at, and what it takes from the cluster meanwhile. */
    enum Aim {
        /** Nodes, which do not serve meanwhile: they count as faulty for the guards. */
        NODES,
        /** Nodes, which continue to serve: slow ones, for example. */
        SERVING_NODES,
        /** The cluster or its database as a whole; no node is chosen. */
        CLUSTER
    }
}
