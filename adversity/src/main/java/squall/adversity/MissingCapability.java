package squall.adversity;

import java.io.IOException;
import java.util.Optional;
import squall.spi.Cluster;

/** Lookup of the reason why a cluster does not support a fault. */
public final class MissingCapability {
    private MissingCapability() {}

    /**
     * Returns the reason that the cluster gives, or why it cannot be asked. Empty if it supports the fault.
     *
     * @param capability one of the cluster's interfaces
     */
    public static Optional<String> of(Cluster cluster, Class<?> capability) {
        try {
            return cluster.unavailable(capability);
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }
}
