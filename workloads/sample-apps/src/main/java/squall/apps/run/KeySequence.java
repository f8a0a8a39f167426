package squall.apps.run;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import squall.apps.KeyWrite;
import squall.check.VersionLedger;
import squall.spi.Outcome;

/**
 * Sequence of keys in this client's range: writers get new keys in order, and random keys to update once all are written; readers
 * choose among the acknowledged keys.
 *
 * <p>Safe for use by many threads.
 */
final class KeySequence {
    /** Value in place of a key: none is available at the moment. */
    static final long NONE = -1;

    /** Number of keys, from a random one on, that are searched for a suitable one. */
    private static final int NEAR = 1000;

    private final VersionLedger ledger;
    private final long first;
    private final AtomicLong next;
    private final long end;

    /** @param first of the range @param next the first key that is not there yet @param end the first key behind the range */
    KeySequence(VersionLedger ledger, long first, long next, long end) {
        this.ledger = ledger;
        this.first = first;
        this.next = new AtomicLong(next);
        this.end = end;
    }

    /** Begins up to so many writes: new keys, which follow each other, or updates; none if no key is free at the moment. */
    List<KeyWrite> begin(int most, SplittableRandom random) {
        List<KeyWrite> writes = new ArrayList<>(most);
        if (next.get() < end) {
            long from = next.getAndAdd(most);
            for (long key = from; key < Math.min(from + most, end); key++) {
                writes.add(new KeyWrite(key, ledger.begin(key)));
            }
        }
        while (writes.size() < most) {
            KeyWrite write = first == end ? null : update(random.nextLong(first, end));
            if (write == null) {
                return writes;
            }
            writes.add(write);
        }
        return writes;
    }

    /** Tells how writes that were begun ended. */
    void ended(List<KeyWrite> writes, Outcome outcome) {
        for (KeyWrite write : writes) {
            switch (outcome) {
                case Outcome.Ok ok -> ledger.acknowledged(write.key());
                case Outcome.Refused refused -> ledger.refused(write.key());
                case Outcome.Unknown unknown -> ledger.unknown(write.key());
            }
        }
    }

    /** Returns an acknowledged key near a random one; {@link #NONE} if there is none. */
    long acknowledged(SplittableRandom random) {
        long written = written();
        if (written == first) {
            return NONE;
        }
        long key = random.nextLong(first, written);
        for (int i = 0; i < Math.min(NEAR, written - first); i++) {
            if (ledger.acknowledgedVersion(key) != VersionLedger.NONE) {
                return key;
            }
            key = key + 1 == written ? first : key + 1;
        }
        return NONE;
    }

    /** Returns the first key of the range. */
    long first() {
        return first;
    }

    /** Returns the end of the keys of the range that were given out for writing or were there before. */
    long written() {
        return Math.min(next.get(), end);
    }

    /** Returns whether a key is in the range; other clients write the keys outside. */
    boolean owns(long key) {
        return first <= key && key < end;
    }

    private @Nullable KeyWrite update(long from) {
        long key = from;
        for (int i = 0; i < Math.min(NEAR, end - first); i++) {
            if (ledger.acknowledgedVersion(key) != VersionLedger.NONE) {
                int version = ledger.begin(key);
                if (version != VersionLedger.NONE) {
                    return new KeyWrite(key, version);
                }
            }
            key = key + 1 == end ? first : key + 1;
        }
        return null;
    }
}
