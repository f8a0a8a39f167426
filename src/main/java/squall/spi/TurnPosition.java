package squall.spi;

/** Which turn of a plan this is: enough to tell what it will do. */
public interface TurnPosition {
    /** The value of {@link #terminal} if the pace has no terminals. */
    int NO_TERMINAL = -1;

    /** Which operation of the plan this is, from 0; in Squall's own loads the operation is a function of it and the seed. */
    long index();

    /** The simulated user whose turn this is, from 0; {@link #NO_TERMINAL} where the pace knows none. */
    default int terminal() {
        return NO_TERMINAL;
    }

    /** How many turns this terminal had before; without terminals the same as {@link #index}. */
    default long step() {
        return index();
    }

    /** Whether this is the part that {@link Turn#defer} queued. */
    default boolean deferred() {
        return false;
    }
}
