package squall.ycsb.distribution;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Window of new rows: it hands out their numbers, and knows up to which number every row has been answered for: only those are read.
 *
 * <p>For all sessions; waits for none. A row that was refused counts as answered. A row that is still unanswered when {@link #SIZE} later
 * ones were inserted is overtaken: it holds back the reads of later rows no longer, and is remembered for the report.
 */
public final class InsertWindow {
    /** Number of rows that can be inserted after an unanswered one before it is overtaken; eight bytes each. */
    public static final int SIZE = 1 << 20;

    private static final int REMEMBERED = 100;

    private final AtomicLong next;
    private final AtomicLong answeredBelow;
    /** Highest number answered in each slot, so that a late answer never hides a newer one. */
    private final AtomicLongArray answered = new AtomicLongArray(SIZE);

    private final AtomicLong overtaken = new AtomicLong();
    private final List<Long> firstOvertaken = new ArrayList<>();

    /** @param first number of the first new row */
    public InsertWindow(long first) {
        this.next = new AtomicLong(first);
        this.answeredBelow = new AtomicLong(first);
    }

    /** Claims the number of a new row. */
    public long claim() {
        return next.getAndIncrement();
    }

    /** Returns the highest number up to which every row has been answered for or overtaken. */
    public long newest() {
        return answeredBelow.get() - 1;
    }

    /** Records that the row was inserted or refused. */
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

    /** Counts the rows that were overtaken. */
    public long overtaken() {
        return overtaken.get();
    }

    /** Returns the numbers of the first overtaken rows, at most 100. */
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

    /**
     * Advances the border; a session enters its answer before it looks here, so the last of several that move the border sees all answers.
     */
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
