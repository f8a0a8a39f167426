package squall.adversity.safety;

import java.io.IOException;

/** A fault is still there, or nobody can tell. The message says what is left to do by hand. */
public final class NotHealedException extends IOException {
    private static final long serialVersionUID = 1L;

    public NotHealedException(String message) {
        super(message);
    }
}
