package squall.apps.cql;

import squall.check.ObservedValue;

/** The versions of each key, where each has a row of its own and all must be there. One thread. */
final class VersionRows {
    private final SparseCounters counts = new SparseCounters();
    private final SparseCounters newest = new SparseCounters();

    /** Takes what stands of a key. */
    interface Keys {
        /** @param seen the newest version, or that one below it is not there */
        void key(long key, int newest, ObservedValue seen);
    }

    void add(long key, int version) {
        counts.increment(key);
        newest.set(key, Math.max(newest.get(key), version));
    }

    boolean has(long key) {
        return counts.get(key) > 0;
    }

    void each(Keys keys) {
        counts.each((key, count) -> {
            int last = newest.get(key);
            keys.key(
                    key,
                    last,
                    count == last + 1
                            ? new ObservedValue.Version(last)
                            : new ObservedValue.Torn("of versions 0 to " + last + " only " + count + " are there"));
        });
    }
}
