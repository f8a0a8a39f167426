package squall.check;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Register of keys whose version only rises, each written by one writer: the newest acknowledged version and the newest attempted one.
 * Thread-safe.
 *
 * <p>A version is attempted after one whose outcome is unknown, so the database must not let an older one replace a newer one: it is
 * written only over a smaller one.
 */
public final class VersionRegister {
    private final AtomicLongArray tried;
    private final AtomicLongArray acknowledged;

    /** Creates keys from 0, all at version 0. */
    public VersionRegister(int keys) {
        this.tried = new AtomicLongArray(keys);
        this.acknowledged = new AtomicLongArray(keys);
    }

    public int keys() {
        return tried.length();
    }

    /** Returns the newest version that may exist. */
    public long tried(int key) {
        return tried.get(key);
    }

    /** Returns the next version for the key's writer to write. */
    public long next(int key) {
        return tried.incrementAndGet(key);
    }

    /** Records an acknowledged version: every read that begins now must see it or a newer one. */
    public void acknowledged(int key, long version) {
        acknowledged.set(key, version);
    }

    /** Returns the version that a read that begins now must see at least. */
    public long floor(int key) {
        return acknowledged.get(key);
    }

    /**
     * Checks a read that has ended, and returns the anomaly it shows; empty if none.
     *
     * @param floor version that it had to see at least, from before it began
     */
    public Optional<DataAnomaly> judge(int key, long floor, long seen) {
        if (seen < floor) {
            return Optional.of(DataAnomaly.STALE);
        }
        return seen > tried.get(key) ? Optional.of(DataAnomaly.PHANTOM) : Optional.empty();
    }
}
