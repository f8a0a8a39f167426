package squall.run;

import java.util.Arrays;

/** The turns a session has performed but not recorded yet, because it sends in chunks; oldest first. Owned by that session. */
final class Held {
    /** Takes the turns one by one. */
    interface Visitor {
        void visit(long index, long dueNs);
    }

    private long[] indexes = new long[16];
    private long[] dues = new long[16];
    private int from;
    private int to;

    boolean isEmpty() {
        return from == to;
    }

    int size() {
        return to - from;
    }

    /** When the oldest was due. */
    long firstDueNs() {
        return dues[from];
    }

    void add(long index, long dueNs) {
        if (to == dues.length) {
            makeRoom();
        }
        indexes[to] = index;
        dues[to++] = dueNs;
    }

    /** Forgets one turn that was due then, if there is one; rows are recorded oldest first, so the search is short. */
    void remove(long dueNs) {
        for (int i = from; i < to; i++) {
            if (dues[i] == dueNs) {
                System.arraycopy(dues, from, dues, from + 1, i - from);
                System.arraycopy(indexes, from, indexes, from + 1, i - from);
                from++;
                return;
            }
        }
    }

    void forEach(Visitor visitor) {
        for (int i = from; i < to; i++) {
            visitor.visit(indexes[i], dues[i]);
        }
    }

    private void makeRoom() {
        int length = Math.max(16, size() * 2);
        indexes = Arrays.copyOf(Arrays.copyOfRange(indexes, from, to), length);
        dues = Arrays.copyOf(Arrays.copyOfRange(dues, from, to), length);
        to -= from;
        from = 0;
    }
}
