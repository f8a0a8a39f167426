package squall.sql;

import java.io.Serial;
import java.sql.SQLException;

/** The server refuses a statement of {@link SessionTerms#setUp}; the connection itself is well. */
final class SetUpException extends SQLException {
    @Serial
    private static final long serialVersionUID = 1L;

    SetUpException(String statement, SQLException refusal) {
        super(
                "session set-up: '" + statement + "' was refused: " + SqlErrors.told(refusal),
                SqlErrors.code(refusal),
                refusal);
    }
}
