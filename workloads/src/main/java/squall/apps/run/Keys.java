package squall.apps.run;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import squall.apps.Write;
import squall.check.Ledger;
import squall.spi.Outcome;

/**
 * Which key comes next: new ones in order, and when all are written random ones to update; readers choose among the acknowledged ones.
 *
 * <p>Safe for use by many threads.
 */
final class Keys {
    /** In place of a key: there is none at the moment. */
    static final long NONE = -1;

    /** How far beyond a random place a suitable key is looked for. */
    private static final int NEAR = 1000;

    private final Ledger ledger;
    private final AtomicLong next;
    private final AtomicLong writesLeft;
    private final AtomicLong readsLeft;

    /**
     * @param first the first key that is not there yet
     * @param writes how many may be made; negative: no limit
     * @param reads likewise
     */
    Keys(Ledger ledger, long first, long writes, long reads) {
        this.ledger = ledger;
        this.next = new AtomicLong(first);
        this.writesLeft = new AtomicLong(writes < 0 ? Long.MAX_VALUE : writes);
        this.readsLeft = new AtomicLong(reads < 0 ? Long.MAX_VALUE : reads);
    }

    /** Up to so many of the writes that are left; 0 when all have been given out. */
    int takeWrites(int most) {
        return (int) take(writesLeft, most);
    }

    /** Likewise of the reads. */
    int takeReads(int most) {
        return (int) take(readsLeft, most);
    }

    /** Begins up to so many writes; none if no key is free at the moment. */
    List<Write> begin(int most, SplittableRandom random) {
        List<Write> writes = new ArrayList<>(most);
        while (writes.size() < most) {
            Write write = begin(random);
            if (write == null) {
                return writes;
            }
            writes.add(write);
        }
        return writes;
    }

    /** Tells how writes that were begun ended. */
    void ended(List<Write> writes, Outcome outcome) {
        for (Write write : writes) {
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
            if (ledger.acknowledgedVersion(key) != Ledger.NONE) {
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

    private @Nullable Write begin(SplittableRandom random) {
        if (next.get() < ledger.keys()) {
            long key = next.getAndIncrement();
            if (key < ledger.keys()) {
                return new Write(key, ledger.begin(key));
            }
        }
        return ledger.keys() == 0 ? null : update(random.nextLong(ledger.keys()));
    }

    private @Nullable Write update(long from) {
        long key = from;
        for (int i = 0; i < Math.min(NEAR, ledger.keys()); i++) {
            if (ledger.acknowledgedVersion(key) != Ledger.NONE) {
                int version = ledger.begin(key);
                if (version != Ledger.NONE) {
                    return new Write(key, version);
                }
            }
            key = (key + 1) % ledger.keys();
        }
        return null;
    }

    private static long take(AtomicLong left, long most) {
        long before = left.getAndUpdate(n -> n == Long.MAX_VALUE ? n : n - Math.min(n, most));
        return Math.min(before, most);
    }
}
