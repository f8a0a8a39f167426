package squall.run;

import java.util.List;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import squall.measure.WindowSummary;

/**
 * What a run measured. {@code planned = finished + unfinished}, always.
 *
 * @param elapsedNs from the first session's start to the last answer, or to the planned end if that came later
 * @param planned turns that fell due
 * @param started turns handed to a session
 * @param finished turns that ended, in whatever way, and were recorded
 * @param unfinished turns that were due and never sent, or never answered
 * @param total the whole run
 * @param windows each window by itself, in order
 * @param aborted sessions that had to be aborted because a call outlived the grace time
 * @param unfinishedWait how long each unfinished turn had waited when the run ended; microseconds
 * @param maximumPerSecond what the calibration found, where the pace is a share of it
 * @param client whether the client kept up
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
        int aborted,
        Histogram unfinishedWait,
        OptionalDouble maximumPerSecond,
        ClientHealth client) {
    public RunResult {
        windows = List.copyOf(windows);
    }

    /** Where nothing was left unfinished, nothing was calibrated and the client had no trouble. */
    public RunResult(
            Ending ending,
            long elapsedNs,
            long planned,
            long started,
            long finished,
            long unfinished,
            WindowSummary total,
            List<WindowSummary> windows,
            int aborted) {
        this(
                ending,
                elapsedNs,
                planned,
                started,
                finished,
                unfinished,
                total,
                windows,
                aborted,
                new Histogram(3),
                OptionalDouble.empty(),
                ClientHealth.GOOD);
    }

    RunResult endedBy(Ending other) {
        if (other.equals(ending)) {
            return this;
        }
        return new RunResult(
                other,
                elapsedNs,
                planned,
                started,
                finished,
                unfinished,
                total,
                windows,
                aborted,
                unfinishedWait,
                maximumPerSecond,
                client);
    }
}
