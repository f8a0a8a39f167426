package squall.apps.run;

import java.util.concurrent.atomic.AtomicLong;

/** How many writes and reads are left of those that a run may make. Safe for use by many threads. */
final class OperationQuota {
    private final AtomicLong writes;
    private final AtomicLong reads;
    // Given out and not done.
    private final AtomicLong writing = new AtomicLong();
    private final boolean readsEndWithWrites;

    /**
     * @param writes negative: no limit
     * @param reads likewise
     */
    OperationQuota(long writes, long reads, boolean readsEndWithWrites) {
        this.writes = new AtomicLong(writes < 0 ? Long.MAX_VALUE : writes);
        this.reads = new AtomicLong(reads < 0 ? Long.MAX_VALUE : reads);
        this.readsEndWithWrites = readsEndWithWrites;
    }

    static OperationQuota unlimited() {
        return new OperationQuota(-1, -1, false);
    }

    /** Up to so many of the writes that are left; 0 when all have been given out. */
    int takeWrites(int most) {
        writing.addAndGet(most); // before they are taken, or a reader could see neither
        int taken = (int) take(writes, most);
        writing.addAndGet(taken - most);
        return taken;
    }

    /** So many of those writes have ended. */
    void wrote(int done) {
        writing.addAndGet(-done);
    }

    /** Likewise of the reads, which may have to end when the last write has. */
    int takeReads(int most) {
        boolean over = readsEndWithWrites && writes.get() == 0 && writing.get() == 0;
        return over ? 0 : (int) take(reads, most);
    }

    private static long take(AtomicLong left, long most) {
        long before = left.getAndUpdate(n -> n == Long.MAX_VALUE ? n : n - Math.min(n, most));
        return Math.min(before, most);
    }
}
