package squall.run;

/** The turn a session has taken from the schedule; owned by that session and used again for each turn. */
final class Claim {
    /** Belongs to no terminal. */
    static final int NO_TERMINAL = -1;

    private int terminal;
    private long index;
    private long dueNs;

    Claim() {
        this(NO_TERMINAL);
    }

    /** A claim that still holds a terminal, to be given back with the next claim. */
    Claim(int terminal) {
        this.terminal = terminal;
    }

    int terminal() {
        return terminal;
    }

    long index() {
        return index;
    }

    long dueNs() {
        return dueNs;
    }

    void take(long newIndex, long newDueNs) {
        index = newIndex;
        dueNs = newDueNs;
    }

    void hold(int newTerminal) {
        terminal = newTerminal;
    }
}
