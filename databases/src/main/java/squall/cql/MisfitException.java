package squall.cql;

import java.io.IOException;
import java.io.Serial;

/** What is there already is not what was asked for; the message says what, where, and how to mend it. */
public final class MisfitException extends IOException {
    @Serial
    private static final long serialVersionUID = 1L;

    MisfitException(String message) {
        super(message);
    }
}
