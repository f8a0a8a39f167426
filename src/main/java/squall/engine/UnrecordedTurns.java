package squall.engine;

import java.util.Arrays;
import squall.engine.schedule.ClaimedTurn;

/**
 * List, oldest first, of the turns that a session has performed but not recorded yet, because it sends in batches. Owned by that session.
 */
final class UnrecordedTurns {
    /** Visitor of the turns. The claim is reused for the next turn. */
    interface Visitor {
        void visit(ClaimedTurn claim);
    }

    private static final int TURN = 4;
    private static final int DUE = 3;
    private static final int FEWEST = 16 * TURN;

    /** Index, terminal, step and due time of each turn. */
    private long[] turns = new long[FEWEST];

    private int from;
    private int to;

    boolean isEmpty() {
        return from == to;
    }

    int size() {
        return (to - from) / TURN;
    }

    /** Returns the due time of the oldest turn. */
    long firstDueNs() {
        return turns[from + DUE];
    }

    void add(ClaimedTurn claim) {
        if (to == turns.length) {
            makeRoom();
        }
        turns[to] = claim.index();
        turns[to + 1] = claim.terminal();
        turns[to + 2] = claim.step();
        turns[to + DUE] = claim.dueNs();
        to += TURN;
    }

    /** Removes one turn with this due time, if there is one; rows are recorded oldest first, so the search is short. */
    void remove(long dueNs) {
        for (int i = from; i < to; i += TURN) {
            if (turns[i + DUE] == dueNs) {
                System.arraycopy(turns, from, turns, from + TURN, i - from);
                from += TURN;
                return;
            }
        }
    }

    void forEach(Visitor visitor) {
        ClaimedTurn claim = new ClaimedTurn();
        for (int i = from; i < to; i += TURN) {
            claim.take(turns[i], (int) turns[i + 1], turns[i + 2], turns[i + DUE]);
            visitor.visit(claim);
        }
    }

    private void makeRoom() {
        turns = Arrays.copyOf(Arrays.copyOfRange(turns, from, to), Math.max(FEWEST, (to - from) * 2));
        to -= from;
        from = 0;
    }
}
