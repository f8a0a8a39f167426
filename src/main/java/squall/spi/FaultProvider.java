package squall.spi;

import java.util.Optional;

/** Provider of faults of one kind; found by {@link java.util.ServiceLoader}. */
public interface FaultProvider {
    /** Returns the name that users write, for example {@code pause}. */
    String kind();

    /** Describes the fault and its requirements, one line for the list of faults. */
    String summary();

    /** Returns the part of the cluster that the fault affects. @throws IllegalArgumentException if an option has no such value */
    default Aim aim(Options options) {
        return Aim.NODES;
    }

    /**
     * Returns the reason why this cluster does not support the fault with these options, one line; empty if it does. Called before anything
     * is changed.
     *
     * @throws IllegalArgumentException if an option is unknown or has no such value
     */
    Optional<String> refusal(Cluster cluster, Options options);

    /** Creates a fault. @throws IllegalArgumentException if an option is unknown or has no such value */
    Fault fault(FaultContext context, Options options);

    /** Part of a cluster that a fault affects. */
    enum Aim {
        /** Nodes that do not serve during the fault: the guards count them as faulty. */
        NODES,
        /** Nodes that continue to serve, for example slowly. */
        SERVING_NODES,
        /** The cluster or its database as a whole; no node is chosen. */
        CLUSTER
    }
}
