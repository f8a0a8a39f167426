package squall.spi;

import java.io.IOException;

/** Exception for prepared data that differs from the acknowledged data: a failed check, not a failure to reach the database. */
public final class WrongDataException extends IOException {
    private static final long serialVersionUID = 1;

    /** @param check the failed check */
    public WrongDataException(CheckResult check) {
        super("the loaded data is wrong: " + check.name() + ": " + check.detail());
    }
}
