package squall.spi;

import java.io.IOException;

/** There is no such cluster: it was never made, or it was removed, and whatever was done to it went with it. */
public final class NoSuchClusterException extends IOException {
    private static final long serialVersionUID = 1;

    /** @param message which, and how one is made */
    public NoSuchClusterException(String message) {
        super(message);
    }
}
