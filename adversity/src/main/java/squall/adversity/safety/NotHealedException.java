package squall.adversity.safety;

import java.io.IOException;

/** A fault is still in effect, or its state is unknown. The message lists the steps left to do manually. */
public final class NotHealedException extends IOException {
    private static final long serialVersionUID = 1L;

    public NotHealedException(String message) {
        super(message);
    }
}
