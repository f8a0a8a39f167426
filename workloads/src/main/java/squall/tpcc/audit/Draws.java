package squall.tpcc.audit;

import java.util.concurrent.atomic.LongAdder;

/** How often chance decided something, and how often in one of the two ways. Any thread, without a lock. */
final class Draws {
    private final LongAdder all = new LongAdder();
    private final LongAdder hits = new LongAdder();

    void add(boolean hit) {
        add(1, hit ? 1 : 0);
    }

    void add(int more, int moreHits) {
        all.add(more);
        if (moreHits > 0) {
            hits.add(moreHits);
        }
    }

    long all() {
        return all.sum();
    }

    long hits() {
        return hits.sum();
    }

    double share() {
        return (double) hits() / all();
    }
}
