package squall.spi;

/** Position of a turn in a plan, which decides its operation. */
public interface TurnPosition {
    /** Value of {@link #terminal} if the pace has no terminals. */
    int NO_TERMINAL = -1;

    /** Returns the number of the turn in the plan, from 0; in Squall's own loads the operation is a function of it and the seed. */
    long index();

    /** Returns the number of the terminal whose turn this is, from 0; {@link #NO_TERMINAL} if the pace has none. */
    default int terminal() {
        return NO_TERMINAL;
    }

    /** Returns the number of turns that this terminal had before; without terminals the same as {@link #index}. */
    default long step() {
        return index();
    }

    /** Returns whether this turn was queued by {@link Turn#defer}. */
    default boolean deferred() {
        return false;
    }
}
