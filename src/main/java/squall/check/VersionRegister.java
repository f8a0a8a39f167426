package squall.check;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What is known of keys whose version only rises, each raised by one writer: the newest that was acknowledged and the newest that was
 * tried. Safe for use by many threads.
 *
 * <p>A version is tried after one whose outcome is unknown, so the database must not let an older one win over a newer: it is written
 * only over a smaller one.
 */
public final class VersionRegister {
    private final AtomicLongArray tried;
    private final AtomicLongArray acknowledged;

    /** Keys from 0, all at version 0. */
    public VersionRegister(int keys) {
        this.tried = new AtomicLongArray(keys);
        this.acknowledged = new AtomicLongArray(keys);
    }

    public int keys() {
        return tried.length();
    }

    /** The newest version that may be there. */
    public long tried(int key) {
        return tried.get(key);
    }

    /** The version that the key's writer is to write now. */
    public long next(int key) {
        return tried.incrementAndGet(key);
    }

    /** This version, or a newer one, is what every read that begins now must see. */
    public void acknowledged(int key, long version) {
        acknowledged.set(key, version);
    }

    /** What a read that begins now must see at least. */
    public long floor(int key) {
        return acknowledged.get(key);
    }

    /**
     * Judges a read that has ended.
     *
     * @param floor what it had to see at least, from before it began
     */
    public Optional<DataAnomaly> judge(int key, long floor, long seen) {
        if (seen < floor) {
            return Optional.of(DataAnomaly.STALE);
        }
        return seen > tried.get(key) ? Optional.of(DataAnomaly.PHANTOM) : Optional.empty();
    }
}
