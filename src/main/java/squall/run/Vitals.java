package squall.run;

import squall.measure.InFlight;

/**
 * How the sessions stand at one moment.
 *
 * @param inFlight sent and not answered
 * @param lagNs how far sending is behind the schedule; 0 in a closed loop
 * @param finishedTurns turns ended since the run began
 */
public record Vitals(InFlight inFlight, long lagNs, long finishedTurns) {
    /** Nothing under way. */
    public static final Vitals NONE = new Vitals(InFlight.NONE, 0, 0);
}
