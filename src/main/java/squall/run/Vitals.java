package squall.run;

/**
 * How the sessions stand at one moment.
 *
 * @param inFlight operations sent and not answered
 * @param lagNs how far sending is behind the schedule; 0 in a closed loop
 * @param finishedTurns turns ended since the run began
 */
public record Vitals(int inFlight, long lagNs, long finishedTurns) {
    /** Nothing under way. */
    public static final Vitals NONE = new Vitals(0, 0, 0);
}
