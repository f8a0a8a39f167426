package squall.engine.schedule;

/**
 * Where the sessions get their turns from; the only thing in which closed loop, open loop and terminals differ.
 *
 * <p>Any number of sessions may claim at once. Each index is given out once, and the turns that one session claims fall due in an
 * order that never goes back: so what a session holds is a floor under everything it will ever record.
 */
public interface Schedule {
    /** Gives the next turn to this session, in advance of its due time; false if there is none any more. */
    boolean claim(ClaimedTurn claim);

    /** When the next unclaimed turn is due; {@link Long#MAX_VALUE} if it is due whenever it is claimed. */
    long nextDueNs();

    /** Whether due times are set by a plan rather than by the answers before: only then can a turn be late, or be left unsent. */
    boolean paced();
}
