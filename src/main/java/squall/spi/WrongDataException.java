package squall.spi;

import java.io.IOException;

/** Data that was made ready for a run is not as the database acknowledged it: a failed check, and no trouble in reaching the database. */
public final class WrongDataException extends IOException {
    private static final long serialVersionUID = 1;

    /** @param check that failed */
    public WrongDataException(CheckResult check) {
        super("the loaded data is wrong: " + check.name() + ": " + check.detail());
    }
}
