package squall.engine.schedule;

import squall.spi.TurnPosition;

/** The turn a session has taken from its schedule, and the terminal it holds; owned by that session and used again for each turn. */
public final class ClaimedTurn implements TurnPosition {
    /** When a turn was answered that was not. */
    static final long NEVER = Long.MAX_VALUE;

    private int terminal = NO_TERMINAL;
    private long index;
    private long step;
    private boolean deferred;
    private long dueNs;
    private long answeredNs = NEVER;

    /** A claim that still holds a terminal whose turn was not answered. */
    public static ClaimedTurn holding(int terminal) {
        ClaimedTurn claim = new ClaimedTurn();
        claim.terminal = terminal;
        return claim;
    }

    @Override
    public int terminal() {
        return terminal;
    }

    @Override
    public long index() {
        return index;
    }

    @Override
    public long step() {
        return step;
    }

    @Override
    public boolean deferred() {
        return deferred;
    }

    public long dueNs() {
        return dueNs;
    }

    /** When the call that this turn led to came back; {@link #NEVER} as long as it has not. */
    long answeredNs() {
        return answeredNs;
    }

    /** Takes a turn of the plan as a whole. */
    public void take(long newIndex, long newDueNs) {
        take(newIndex, NO_TERMINAL, newIndex, newDueNs);
    }

    /** Takes a turn of a terminal, and holds that terminal. */
    public void take(long newIndex, int newTerminal, long newStep, long newDueNs) {
        index = newIndex;
        terminal = newTerminal;
        step = newStep;
        dueNs = newDueNs;
        answeredNs = NEVER;
        deferred = false;
    }

    /** Takes the second part of another's turn. */
    public void takeDeferred(TurnPosition first, long newDueNs) {
        take(first.index(), first.terminal(), first.step(), newDueNs);
        deferred = true;
    }

    public void answered(long atNs) {
        answeredNs = atNs;
    }

    /** The terminal was given back. */
    void release() {
        terminal = NO_TERMINAL;
    }
}
