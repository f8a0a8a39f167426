package squall.run;

import org.HdrHistogram.Histogram;

/**
 * Where the turns of a run went.
 *
 * @param planned turns that fell due
 * @param started turns handed to a session
 * @param finished turns that ended, in whatever way, and were recorded
 * @param unfinishedWait how long each of the others had waited when the run ended; microseconds
 */
public record TurnCount(long planned, long started, long finished, Histogram unfinishedWait) {
    /** Every turn was sent and answered. */
    public static TurnCount allFinished(long turns) {
        return new TurnCount(turns, turns, turns, new Histogram(3));
    }

    /** Turns that were due and never sent, or never answered. */
    public long unfinished() {
        return planned - finished;
    }
}
