package squall.ycsb.distribution;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Hands out the numbers of new rows, and knows up to which number every row has been answered for: only those are read.
 *
 * <p>For all sessions; waits for none. A row that was refused counts as answered. A row that is still unanswered when {@link #SIZE} later
 * ones were inserted is overtaken: it holds back the reads of later rows no longer, and is remembered for the report.
 */
public final class InsertWindow {
    /** How many rows can be inserted after an unanswered one before it is overtaken; eight bytes each. */
    public static final int SIZE = 1 << 20;

    private static final int REMEMBERED = 100;

    private final AtomicLong next;
    private final AtomicLong answeredBelow;
    /** In the slot of a row the highest number that was answered there, so that a late answer never hides a newer one. */
    private final AtomicLongArray answered = new AtomicLongArray(SIZE);

    private final AtomicLong overtaken = new AtomicLong();
    private final List<Long> firstOvertaken = new ArrayList<>();

    /** @param first number of the first new row */
    public InsertWindow(long first) {
        this.next = new AtomicLong(first);
        this.answeredBelow = new AtomicLong(first);
    }

    /** The number of a new row. */
    public long claim() {
        return next.getAndIncrement();
    }

    /** The highest number up to which every row has been answered for or overtaken. */
    public long newest() {
        return answeredBelow.get() - 1;
    }

    /** The row was inserted, or refused. */
    public void answer(long number) {
        long border = answeredBelow.get();
        while (number - border >= SIZE) {
            if (!isAnswered(border) && answeredBelow.compareAndSet(border, border + 1)) {
                overtake(border);
            }
            border = advance();
        }
        answered.accumulateAndGet(slot(number), number + 1, Math::max);
        advance();
    }

    /** How many rows were overtaken. */
    public long overtaken() {
        return overtaken.get();
    }

    /** The numbers of those overtaken first, at most 100. */
    public List<Long> firstOvertaken() {
        synchronized (firstOvertaken) {
            return List.copyOf(firstOvertaken);
        }
    }

    private void overtake(long number) {
        overtaken.incrementAndGet();
        synchronized (firstOvertaken) {
            if (firstOvertaken.size() < REMEMBERED) {
                firstOvertaken.add(number);
            }
        }
    }

    /** A session enters its answer before it looks here, so the last of several that move the border sees all answers. */
    private long advance() {
        long border = answeredBelow.get();
        while (isAnswered(border)) {
            answeredBelow.compareAndSet(border, border + 1);
            border = answeredBelow.get();
        }
        return border;
    }

    private boolean isAnswered(long number) {
        return answered.get(slot(number)) == number + 1;
    }

    private static int slot(long number) {
        return (int) (number & (SIZE - 1));
    }
}
