package squall.ycsb.distribution;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Hands out the numbers of new rows, and knows up to which number every row has been answered for: only those are read.
 *
 * <p>For all sessions; waits for none. A row that was refused counts as answered, or reads would stand still at it for ever.
 */
public final class InsertWindow {
    /** More rows than sessions can have under way. */
    private static final int SIZE = 1 << 20;

    private final AtomicLong next;
    private final AtomicLong answeredBelow;
    private final AtomicIntegerArray answered = new AtomicIntegerArray(SIZE);

    /** @param first number of the first new row */
    public InsertWindow(long first) {
        this.next = new AtomicLong(first);
        this.answeredBelow = new AtomicLong(first);
    }

    /** The number of a new row. */
    public long claim() {
        return next.getAndIncrement();
    }

    /** The highest number up to which every row has been answered for. */
    public long newest() {
        return answeredBelow.get() - 1;
    }

    /** The row was inserted, or refused. */
    public void answer(long number) {
        if (number - answeredBelow.get() >= SIZE) {
            throw new IllegalStateException("more than " + SIZE + " inserts are under way at row " + number);
        }
        answered.set(slot(number), 1);
        // Whoever takes the lowest flag moves the border; the others find it taken and go. A flag set after that look
        // is seen by its
        // own setter, because it sets the flag before it looks.
        long border = answeredBelow.get();
        while (answered.compareAndSet(slot(border), 1, 0)) {
            answeredBelow.set(border + 1);
            border = answeredBelow.get();
        }
    }

    private static int slot(long number) {
        return (int) (number & (SIZE - 1));
    }
}
