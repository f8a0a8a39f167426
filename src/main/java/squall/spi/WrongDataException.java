package squall.spi;

import java.io.IOException;

/** Data prepared for a run differs from what the database acknowledged: a failed check, not a failure to reach the database. */
public final class WrongDataException extends IOException {
    private static final long serialVersionUID = 1;

    /** @param check that failed */
    public WrongDataException(CheckResult check) {
        super("the loaded data is wrong: " + check.name() + ": " + check.detail());
    }
}
