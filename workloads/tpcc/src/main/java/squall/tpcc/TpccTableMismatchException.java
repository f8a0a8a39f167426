package squall.tpcc;

import java.io.IOException;
import java.io.Serial;

/** The tables that were found do not fit the run that was asked for; the database itself has answered. */
public final class TpccTableMismatchException extends IOException {
    @Serial
    private static final long serialVersionUID = 1L;

    /** @param message what was found, what is required, and how to fix it */
    public TpccTableMismatchException(String message) {
        super(message);
    }
}
