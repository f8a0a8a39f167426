package squall.apps.run;

import java.util.concurrent.atomic.AtomicLong;

/** How many writes and reads are left of those that a run may make. Safe for use by many threads. */
final class Quota {
    private final AtomicLong writes;
    private final AtomicLong reads;
    private final boolean readsEndWithWrites;

    /**
     * @param writes negative: no limit
     * @param reads likewise
     */
    Quota(long writes, long reads, boolean readsEndWithWrites) {
        this.writes = new AtomicLong(writes < 0 ? Long.MAX_VALUE : writes);
        this.reads = new AtomicLong(reads < 0 ? Long.MAX_VALUE : reads);
        this.readsEndWithWrites = readsEndWithWrites;
    }

    static Quota unlimited() {
        return new Quota(-1, -1, false);
    }

    /** Up to so many of the writes that are left; 0 when all have been given out. */
    int takeWrites(int most) {
        return (int) take(writes, most);
    }

    /** Likewise of the reads, which may have to end when the last write has been given out. */
    int takeReads(int most) {
        boolean over = readsEndWithWrites && writes.get() == 0;
        return over ? 0 : (int) take(reads, most);
    }

    private static long take(AtomicLong left, long most) {
        long before = left.getAndUpdate(n -> n == Long.MAX_VALUE ? n : n - Math.min(n, most));
        return Math.min(before, most);
    }
}
