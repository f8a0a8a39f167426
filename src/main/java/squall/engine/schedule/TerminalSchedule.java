package squall.engine.schedule;

import java.util.concurrent.locks.ReentrantLock;
import squall.measure.ThinkTimes;
import squall.spi.ThinkTimeModel;
import squall.spi.TurnPosition;

/**
 * Schedule of simulated users, each a due time and a count in two arrays, ordered by a heap.
 *
 * <pre>
 *   in the heap --claimed by a session, which waits until due--> held --performed--> back with its next due time
 * </pre>
 *
 * <p>There is no pacing thread and no hand-over: a session gives back its terminal and takes the most urgent one in the same step, so the
 * free sessions together always hold the most urgent ones, and a backlog is sent in due order. The lock is held for one sift (well under a
 * microsecond); a separate pacer would cost two thread switches for every operation.
 *
 * <p>One session's claims never go back in time, with any {@link TerminalSchedule.TerminalPacing}: a step puts one terminal in and takes
 * the least out, so the heap's least due time never falls; it was no less than a session's claim when that claim was taken out; and the
 * terminal that the session itself gives back is due no earlier than it was before. A terminal given back by another session may well be
 * due before a claim on which this one waits, for example after a short pause while this one holds a long one: then it is the least, and
 * the session that gave it back takes it.
 */
public final class TerminalSchedule implements Schedule {
    private final ReentrantLock lock = new ReentrantLock();
    private final TerminalPacing pacing;
    private final TurnNumbering turns;
    private final ClientSplit split;
    private final int first;
    private final long[] dueNs;
    private final long[] counts;
    private final int[] heap;
    private int size;

    /**
     * @param total number of terminals of all clients: each client has a contiguous range of them, under the numbers they have in the whole
     *     run
     */
    public TerminalSchedule(int total, TerminalPacing pacing, TurnNumbering turns, ClientSplit split) {
        this.pacing = pacing;
        this.turns = turns;
        this.split = split;
        this.first = Math.toIntExact(split.first(total));
        int count = Math.toIntExact(split.count(total));
        this.dueNs = new long[count];
        this.counts = new long[count];
        this.heap = new int[count];
        for (int terminal = 0; terminal < count; terminal++) {
            dueNs[terminal] = pacing.nextNs(first + terminal, 0, 0, 0);
            add(terminal);
        }
    }

    @Override
    public boolean claim(ClaimedTurn claim) {
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
            return size == 0 || turns.peek() == TurnNumbering.NONE ? Long.MAX_VALUE : dueNs[heap[0]];
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean paced() {
        return true;
    }

    private boolean exchange(ClaimedTurn claim) {
        if (claim.terminal() != TurnPosition.NO_TERMINAL) {
            giveBack(claim.terminal() - first, claim.answeredNs());
            claim.release();
        }
        if (size == 0) {
            return false;
        }
        long index = turns.take();
        if (index == TurnNumbering.NONE) {
            return false;
        }
        int terminal = removeFirst();
        claim.take(split.dealt(index), first + terminal, counts[terminal], dueNs[terminal]);
        return true;
    }

    private void giveBack(int terminal, long answeredNs) {
        counts[terminal]++;
        dueNs[terminal] = pacing.nextNs(first + terminal, counts[terminal], dueNs[terminal], answeredNs);
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

    /** Pacing of terminals: the due times of their turns. */
    public interface TerminalPacing {
        /**
         * Returns the due time of a terminal's turn {@code step}; never before that of its previous turn.
         *
         * @param dueNs due time of the previous turn; 0 for the first
         * @param answeredNs when the previous turn was answered; 0 for the first, {@link ClaimedTurn#NEVER} if it was not
         */
        long nextNs(int terminal, long step, long dueNs, long answeredNs);

        /** Creates a pacing that is independent of response times. */
        static TerminalPacing scheduled(ThinkTimes times) {
            return (terminal, step, dueNs, answeredNs) -> times.dueNs(terminal, step, dueNs);
        }

        /** Creates a pacing with a pause after each response; without a response a user waits forever. */
        static TerminalPacing thinking(ThinkTimeModel thinking) {
            return (terminal, step, dueNs, answeredNs) -> {
                long delayNs = thinking.delayNs(terminal, step);
                if (delayNs < 0) {
                    throw new IllegalArgumentException(
                            "terminal %d, step %d: the delay must not be negative: %d ns (%s)"
                                    .formatted(terminal, step, delayNs, thinking));
                }
                return delayNs > ClaimedTurn.NEVER - answeredNs ? ClaimedTurn.NEVER : answeredNs + delayNs;
            };
        }
    }
}
