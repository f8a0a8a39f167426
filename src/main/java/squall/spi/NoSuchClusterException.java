package squall.spi;

import java.io.IOException;

/** Exception for a cluster that was never created, or was removed together with all faults in it. */
public final class NoSuchClusterException extends IOException {
    private static final long serialVersionUID = 1;

    /** @param message the name of the cluster, and how to create one */
    public NoSuchClusterException(String message) {
        super(message);
    }
}
