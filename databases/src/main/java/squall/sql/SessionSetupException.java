package squall.sql;

import java.io.Serial;
import java.sql.SQLException;

/** The server refuses a statement of {@link SessionSetup#setUp}; the connection itself is well. */
final class SessionSetupException extends SQLException {
    @Serial
    private static final long serialVersionUID = 1L;

    SessionSetupException(String statement, SQLException refusal) {
        super(
                "session setup: '" + statement + "' was refused: " + SqlErrors.told(refusal),
                SqlErrors.code(refusal),
                refusal);
    }
}
