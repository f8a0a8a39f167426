package squall.engine.schedule;

/**
 * Source of the sessions' turns; the only thing in which closed loop, open loop and terminals differ.
 *
 * <p>Any number of sessions may claim at once. Each index is given out once, and the turns that one session claims fall due in an order
 * that never goes back: so the due time of a session's turn is a floor under everything it will ever record.
 */
public interface Schedule {
    /** Claims the next turn for this session, before its due time. @return false if there is none any more */
    boolean claim(ClaimedTurn claim);

    /** Returns the due time of the next unclaimed turn; {@link Long#MAX_VALUE} if it is due whenever it is claimed. */
    long nextDueNs();

    /** Returns whether due times are set by a plan rather than by earlier answers: only then can a turn be late, or be left unsent. */
    boolean paced();
}
