package squall.run;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import squall.measure.SuccessGap;
import squall.measure.WindowSummary;

/**
 * How a run went; its parts can be asked for directly.
 *
 * @param elapsedNs from the first session's start to the last answer, or to the planned end if that came later
 * @param aborted sessions that had to be aborted because a call outlived the grace time
 * @param client whether the client kept up
 */
public record RunResult(
        Ending ending, long elapsedNs, TurnCount turns, Measurement measured, int aborted, ClientHealth client) {
    public long planned() {
        return turns.planned();
    }

    public long started() {
        return turns.started();
    }

    public long finished() {
        return turns.finished();
    }

    public long unfinished() {
        return turns.unfinished();
    }

    public Histogram unfinishedWait() {
        return turns.unfinishedWait();
    }

    public WindowSummary total() {
        return measured.total();
    }

    public List<WindowSummary> windows() {
        return measured.windows();
    }

    public Optional<SuccessGap> longestGap() {
        return measured.longestGap();
    }

    public OptionalDouble maximumPerSecond() {
        return measured.maximumPerSecond();
    }

    RunResult endedBy(Ending other) {
        return new RunResult(other, elapsedNs, turns, measured, aborted, client);
    }
}
