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
 * Which key comes next: new ones in order, and when all are written random ones to update; readers choose among the acknowledged ones.
 *
 * <p>Safe for use by many threads.
 */
final class KeySequence {
    /** In place of a key: there is none at the moment. */
    static final long NONE = -1;

    /** How far beyond a random place a suitable key is looked for. */
    private static final int NEAR = 1000;

    private final VersionLedger ledger;
    private final AtomicLong next;

    /** @param first the first key that is not there yet */
    KeySequence(VersionLedger ledger, long first) {
        this.ledger = ledger;
        this.next = new AtomicLong(first);
    }

    /** Begins up to so many writes: new keys, which follow each other, or updates; none if no key is free at the moment. */
    List<KeyWrite> begin(int most, SplittableRandom random) {
        List<KeyWrite> writes = new ArrayList<>(most);
        if (next.get() < ledger.keys()) {
            long first = next.getAndAdd(most);
            for (long key = first; key < Math.min(first + most, ledger.keys()); key++) {
                writes.add(new KeyWrite(key, ledger.begin(key)));
            }
        }
        while (writes.size() < most) {
            KeyWrite write = ledger.keys() == 0 ? null : update(random.nextLong(ledger.keys()));
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
        if (written == 0) {
            return NONE;
        }
        long key = random.nextLong(written);
        for (int i = 0; i < Math.min(NEAR, written); i++) {
            if (ledger.acknowledgedVersion(key) != VersionLedger.NONE) {
                return key;
            }
            key = (key + 1) % written;
        }
        return NONE;
    }

    /** Keys below this were given out for writing, or were there before. */
    long written() {
        return Math.min(next.get(), ledger.keys());
    }

    private @Nullable KeyWrite update(long from) {
        long key = from;
        for (int i = 0; i < Math.min(NEAR, ledger.keys()); i++) {
            if (ledger.acknowledgedVersion(key) != VersionLedger.NONE) {
                int version = ledger.begin(key);
                if (version != VersionLedger.NONE) {
                    return new KeyWrite(key, version);
                }
            }
            key = (key + 1) % ledger.keys();
        }
        return null;
    }
}
