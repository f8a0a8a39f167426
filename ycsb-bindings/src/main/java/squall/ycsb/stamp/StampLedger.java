package squall.ycsb.stamp;

import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import squall.spi.Outcome;
import squall.ycsb.stamp.StampedText.WriteStamp;
import squall.ycsb.store.ColumnSelection;

/**
 * The writes that may be the present value of each column of each row that this run has written.
 *
 * <p>A write that was acknowledged overwrites every write that had ended before it began; so a value from one of those proves that the
 * later one was lost. Of writes that overlap, either may have won. A write whose end is unknown, or that was sent again, may arrive at any
 * time and proves nothing. For all sessions; each writes with a pen of its own.
 */
final class StampLedger {
    /** Rows followed, about 300 bytes each with ten columns; the check says so where there were more. */
    static final int MOST_ROWS = 1_000_000;

    private static final int MOST_DOUBTS = 1_000_000;

    private final ColumnSelection columns;
    private final String writer;
    private final AtomicLong next = new AtomicLong(1);
    private final Queue<Pen> pens = new ConcurrentLinkedQueue<>();
    /** For each column the lowest sequence that may stand there; 0: nothing was acknowledged. */
    private final ConcurrentMap<String, AtomicLongArray> floors = new ConcurrentHashMap<>();

    private final Set<Long> doubtful = ConcurrentHashMap.newKeySet();
    private final LongAdder leftOut = new LongAdder();

    /** @param writer differs from that of every other run on the table */
    StampLedger(ColumnSelection columns, String writer) {
        this.columns = columns;
        this.writer = writer;
    }

    /** Creates the pen with which one session writes. One thread at a time. */
    Pen pen() {
        Pen pen = new Pen();
        pens.add(pen);
        return pen;
    }

    /** Rows with an acknowledged write. */
    Set<String> rows() {
        return floors.keySet();
    }

    ColumnSelection columns() {
        return columns;
    }

    /** Tells whether every acknowledged and every unknown write is in the ledger. */
    boolean complete() {
        return leftOut.sum() == 0 && doubtful.size() < MOST_DOUBTS;
    }

    /** Tells whether the stamp proves that a write that was acknowledged later is gone. @param place of the column */
    boolean stale(String key, int place, WriteStamp found) {
        AtomicLongArray row = floors.get(key);
        long floor = row == null ? 0 : row.get(place);
        if (!found.writer().equals(writer)) {
            return floor > 0;
        }
        return found.sequence() < floor && !doubtful.contains(found.sequence());
    }

    private void raise(String key, ColumnSelection written, long floor) {
        AtomicLongArray row = floors.get(key);
        if (row == null) {
            if (floors.size() >= MOST_ROWS) {
                leftOut.increment();
                return;
            }
            row = floors.computeIfAbsent(key, k -> new AtomicLongArray(columns.size()));
        }
        for (int place = 0; place < columns.size(); place++) {
            if (written == columns || written.names().contains(columns.name(place))) {
                row.accumulateAndGet(place, floor, Math::max);
            }
        }
    }

    private void doubt(long sequence) {
        if (doubtful.size() < MOST_DOUBTS) {
            doubtful.add(sequence);
        }
    }

    /** Pen that writes one stamp after the other. */
    final class Pen {
        private static final long NOTHING = Long.MAX_VALUE;

        private volatile long underWay = NOTHING;
        private long oldest;

        /**
         * Returns the stamp of a write that begins now. A bound is published before the sequence is drawn, so a thread that does not see
         * it has drawn a lower one.
         */
        WriteStamp begin() {
            underWay = next.get();
            WriteStamp stamp = new WriteStamp(next.getAndIncrement(), writer);
            oldest = pens.stream().mapToLong(pen -> pen.underWay).min().orElse(underWay);
            return stamp;
        }

        /** Records the outcome of a write. @param attempts how often it was sent */
        void end(String key, ColumnSelection written, WriteStamp stamp, Outcome outcome, int attempts) {
            if (attempts > 1 || outcome instanceof Outcome.Unknown) {
                doubt(stamp.sequence());
            }
            if (outcome instanceof Outcome.Ok) {
                raise(key, written, oldest);
            }
            underWay = NOTHING;
        }

        /** Forgets a write whose outcome will stay unknown. */
        void forget(WriteStamp stamp) {
            doubt(stamp.sequence());
            underWay = NOTHING;
        }
    }
}
