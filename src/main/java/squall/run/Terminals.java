package squall.run;

import java.util.concurrent.locks.ReentrantLock;
import squall.measure.ThinkTimes;

/**
 * Simulated users, each a due time and a count in two arrays, ordered by a heap.
 *
 * <pre>
 *   in the heap --claimed by a session, which waits until due--> held --performed--> back with its next due time
 * </pre>
 *
 * <p>There is no pacing thread and no hand-over: a session gives back its terminal and takes the most urgent one in the same step, so
 * the free sessions together always hold the most urgent ones, and a backlog is sent in due order. The heap's least due time never
 * falls by such a step, which is why one session's claims never go back in time. The lock is held for one sift (well under a
 * microsecond); a separate pacer would cost two thread switches for every operation.
 */
final class Terminals implements Schedule {
    private final ReentrantLock lock = new ReentrantLock();
    private final ThinkTimes times;
    private final Turns turns;
    private final long[] dueNs;
    private final long[] counts;
    private final int[] heap;
    private int size;

    Terminals(int count, ThinkTimes times, Turns turns) {
        this.times = times;
        this.turns = turns;
        this.dueNs = new long[count];
        this.counts = new long[count];
        this.heap = new int[count];
        for (int terminal = 0; terminal < count; terminal++) {
            dueNs[terminal] = times.dueNs(terminal, 0, 0);
            add(terminal);
        }
    }

    @Override
    public boolean claim(Claim claim) {
        lock.lock();
        try {
            return exchange(claim);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long nextDueNs() {
        lock.lock();
        try {
            return size == 0 || turns.peek() == Turns.NONE ? Long.MAX_VALUE : dueNs[heap[0]];
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean paced() {
        return true;
    }

    private boolean exchange(Claim claim) {
        if (claim.terminal() != Claim.NO_TERMINAL) {
            giveBack(claim.terminal());
            claim.hold(Claim.NO_TERMINAL);
        }
        if (size == 0) {
            return false;
        }
        long index = turns.take();
        if (index == Turns.NONE) {
            return false;
        }
        int terminal = removeFirst();
        claim.hold(terminal);
        claim.take(index, dueNs[terminal]);
        return true;
    }

    private void giveBack(int terminal) {
        counts[terminal]++;
        dueNs[terminal] = times.dueNs(terminal, counts[terminal], dueNs[terminal]);
        add(terminal);
    }

    private void add(int terminal) {
        int at = size++;
        while (at > 0 && dueNs[terminal] < dueNs[heap[(at - 1) / 2]]) {
            heap[at] = heap[(at - 1) / 2];
            at = (at - 1) / 2;
        }
        heap[at] = terminal;
    }

    private int removeFirst() {
        int first = heap[0];
        int moved = heap[--size];
        int at = 0;
        for (int child = 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && dueNs[heap[child + 1]] < dueNs[heap[child]]) {
                child++;
            }
            if (dueNs[moved] <= dueNs[heap[child]]) {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = moved;
        return first;
    }
}
