package squall.tpcc;

import java.io.IOException;
import java.io.Serial;

/** The tables that were found do not fit the run that was asked for; the database itself has answered. */
public final class MisfitException extends IOException {
    @Serial
    private static final long serialVersionUID = 1L;

    /** @param message found, wanted, and how to mend it */
    public MisfitException(String message) {
        super(message);
    }
}
