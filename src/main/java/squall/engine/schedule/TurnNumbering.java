package squall.engine.schedule;

import java.util.concurrent.atomic.AtomicLong;

/** Source of the numbers of this client's turns, up to a given count. */
public final class TurnNumbering {
    static final long NONE = -1;
    /** Number far above every count, and far below an overflow. */
    private static final long CLOSED = Long.MAX_VALUE / 2;

    private final AtomicLong next;
    private final long limit;

    /** @param limit indexes from here on do not exist; {@link Long#MAX_VALUE}: there is no end */
    public TurnNumbering(long first, long limit) {
        this.next = new AtomicLong(first);
        this.limit = Math.min(limit, CLOSED);
    }

    /** Takes the next index, or returns {@link #NONE}. */
    long take() {
        long index = next.getAndIncrement();
        return index < limit ? index : NONE;
    }

    /** Returns the index that will be taken next, or {@link #NONE}. */
    long peek() {
        long index = next.get();
        return index < limit ? index : NONE;
    }

    /** Ends the numbering. @return the first index that was not given out */
    long close() {
        return Math.min(next.getAndSet(CLOSED), limit);
    }
}
