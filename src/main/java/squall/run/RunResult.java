package squall.run;

import java.util.List;
import squall.measure.WindowSummary;

/**
 * What a run measured.
 *
 * @param elapsedNs from the first session's start to the last answer
 * @param planned turns that fell due
 * @param started turns handed to a session
 * @param finished turns that ended, in whatever way
 * @param unfinished turns that were due and never sent, or whose session was aborted without an answer
 * @param total the whole run
 * @param windows each window by itself, in order
 * @param aborted sessions that had to be aborted because a call outlived the grace time
 */
public record RunResult(
        Ending ending,
        long elapsedNs,
        long planned,
        long started,
        long finished,
        long unfinished,
        WindowSummary total,
        List<WindowSummary> windows,
        int aborted) {
    public RunResult {
        windows = List.copyOf(windows);
    }
}
