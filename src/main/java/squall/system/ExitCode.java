package squall.system;

import java.util.Collection;
import java.util.Comparator;

/** Exit code of a command (DESIGN 8). */
public enum ExitCode {
    OK(0, 99, "ok"),
    INTERNAL_ERROR(1, 1, "internal error"),
    USAGE(2, 2, "usage or configuration error"),
    EXPECTATION(3, 7, "an expectation (SLO, error budget) was not met"),
    DATA(4, 3, "data check failed: lost, phantom or corrupt rows"),
    UNREACHABLE(5, 4, "database unreachable or environment unusable"),
    INVALID(6, 6, "run invalid: client overloaded, fault not effective, data verdict undecided"),
    REGRESSION(7, 8, "regression found by compare"),
    NOT_HEALED(8, 0, "a fault could not be healed"),
    INTERRUPTED(130, 5, "ended by SIGINT"),
    TERMINATED(143, 5, "ended by SIGTERM");

    private final int code;
    private final int rank;
    private final String meaning;

    ExitCode(int code, int rank, String meaning) {
        this.code = code;
        this.rank = rank;
        this.meaning = meaning;
    }

    public int code() {
        return code;
    }

    public String meaning() {
        return meaning;
    }

    /** Returns the code with this number; an unknown one is an internal error. */
    public static ExitCode of(int code) {
        for (ExitCode known : values()) {
            if (known.code == code) {
                return known;
            }
        }
        return INTERNAL_ERROR;
    }

    /** Returns the code of a command that a signal ended. @param signal {@code SIGINT} or {@code SIGTERM} */
    public static ExitCode ofSignal(String signal) {
        return signal.equals("SIGINT") ? INTERRUPTED : TERMINATED;
    }

    /** Returns the code to end with when several apply. */
    public static ExitCode worst(Collection<ExitCode> codes) {
        return codes.stream().min(Comparator.comparingInt(c -> c.rank)).orElse(OK);
    }
}
