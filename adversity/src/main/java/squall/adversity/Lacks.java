package squall.adversity;

import java.io.IOException;
import java.util.Optional;
import squall.spi.Cluster;

/** Why a fault cannot be made: for want of a means of the cluster's. */
public final class Lacks {
    private Lacks() {}

    /**
     * What the cluster says of it; where it cannot be asked, why not. Empty if it has the means.
     *
     * @param means one of the cluster's interfaces
     */
    public static Optional<String> of(Cluster cluster, Class<?> means) {
        try {
            return cluster.lacks(means);
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }
}
