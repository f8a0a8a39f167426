package squall.cql;

import java.io.IOException;
import java.io.Serial;

/** The existing schema differs from the requested one; the message says where, how, and how to fix it. */
public final class CqlSchemaMismatchException extends IOException {
    @Serial
    private static final long serialVersionUID = 1L;

    CqlSchemaMismatchException(String message) {
        super(message);
    }
}
