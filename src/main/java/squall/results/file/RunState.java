package squall.results.file;

import java.util.Locale;
import squall.engine.RunResult;
import squall.engine.schedule.RunEnding;
import squall.system.ExitCode;
import squall.verdict.ExitReasons;

/** How far a run came. */
public enum RunState {
    /** Running, at the time of the last look. */
    RUNNING,
    /** Everything planned was done. */
    COMPLETE,
    /** Ended before its time: by a stop rule, a signal, a failure, or a kill of the process. */
    ABORTED,
    /** Came to its end, but its figures do not mean what they say. */
    INVALID;

    /** A run that lacks part of its figures, or whose conditions did not hold, is invalid even if it was ended early too. */
    public static RunState of(RunResult result, ExitReasons codes) {
        if (has(codes, ExitCode.INVALID) || has(codes, ExitCode.NOT_HEALED)) {
            return INVALID;
        }
        if (!(result.ending() instanceof RunEnding.Complete)) {
            return ABORTED;
        }
        // The run itself ended well, so what was unusable is the place of its results.
        return has(codes, ExitCode.INTERNAL_ERROR) || has(codes, ExitCode.UNREACHABLE) ? INVALID : COMPLETE;
    }

    private static boolean has(ExitReasons codes, ExitCode code) {
        return codes.reasons().stream().anyMatch(reason -> reason.code() == code);
    }

    /** The word used in files. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
