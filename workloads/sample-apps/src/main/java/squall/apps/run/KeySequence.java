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
 * Which key of this client's range comes next: new ones in order, and when all are written random ones to update; readers choose among the acknowledged ones.
 *
 * <p>Safe for use by many threads.
 */
final class KeySequence {
    /** In place of a key: there is none at the moment. */
    static final long NONE = -1;

    /** How far beyond a random place a suitable key is looked for. */
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

    /** An acknowledged key, or {@link #NONE} if none is near. */
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

    /** Where the range begins. */
    long first() {
        return first;
    }

    /** Keys of the range below this were given out for writing, or were there before. */
    long written() {
        return Math.min(next.get(), end);
    }

    /** Whether a key is in the range; another client writes those that are not. */
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
