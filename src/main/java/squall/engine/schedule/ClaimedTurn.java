package squall.engine.schedule;

import squall.spi.TurnPosition;

/** Turn that a session has taken from its schedule, and the terminal it holds; owned by that session and reused for each turn. */
public final class ClaimedTurn implements TurnPosition {
    /** Answer time of a turn without an answer. */
    static final long NEVER = Long.MAX_VALUE;

    private int terminal = NO_TERMINAL;
    private long index;
    private long step;
    private boolean deferred;
    private long dueNs;
    private long answeredNs = NEVER;

    /** Creates a claim that still holds a terminal whose turn was not answered. */
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

    /** Returns the time at which the call of this turn returned; {@link #NEVER} until then. */
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

    /** Takes the deferred part of another session's turn. */
    public void takeDeferred(TurnPosition first, long newDueNs) {
        take(first.index(), first.terminal(), first.step(), newDueNs);
        deferred = true;
    }

    public void answered(long atNs) {
        answeredNs = atNs;
    }

    /** Releases the terminal after it was given back. */
    void release() {
        terminal = NO_TERMINAL;
    }
}
