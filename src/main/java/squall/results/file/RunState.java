package squall.results.file;

import java.util.Locale;
import squall.engine.RunResult;
import squall.engine.schedule.RunEnding;
import squall.system.ExitCode;
import squall.verdict.ExitReasons;

/** State of a run. */
public enum RunState {
    /** Running, when last seen. */
    RUNNING,
    /** Complete: all planned operations were done. */
    COMPLETE,
    /** Aborted: ended early by a stop rule, a signal, a failure, or a kill of the process. */
    ABORTED,
    /** Invalid: ended, but its figures do not mean what their names say. */
    INVALID;

    /**
     * Returns the state of a run that has ended. One that lacks figures, or whose conditions did not hold, is invalid even if it also ended
     * early.
     */
    public static RunState of(RunResult result, ExitReasons codes) {
        if (has(codes, ExitCode.INVALID) || has(codes, ExitCode.NOT_HEALED)) {
            return INVALID;
        }
        if (!(result.ending() instanceof RunEnding.Complete)) {
            return ABORTED;
        }
        // The run itself ended well, so the folder of its results was unusable.
        return has(codes, ExitCode.INTERNAL_ERROR) || has(codes, ExitCode.UNREACHABLE) ? INVALID : COMPLETE;
    }

    private static boolean has(ExitReasons codes, ExitCode code) {
        return codes.reasons().stream().anyMatch(reason -> reason.code() == code);
    }

    /** Returns the word used in files. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
