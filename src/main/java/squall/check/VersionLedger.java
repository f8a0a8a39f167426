package squall.check;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Ledger of a table's keys: for each, the newest acknowledged version, and whether a newer one may exist.
 *
 * <p>Keys are numbers from 0; the versions of a key are numbered from 0 in the order they were written. A key has one writer at a time, so
 * its versions follow each other; after a write whose outcome is unknown it is never written again, because that write may still arrive. So
 * there is always one version that must exist, and at most one more that may.
 *
 * <p>Four bytes a key, in pieces that are allocated when they are first used. Thread-safe; no thread ever waits.
 */
public final class VersionLedger {
    /** Value that stands for the absence of a version. */
    public static final int NONE = -1;

    private static final int PIECE = 1 << 16;

    // Entry of a key: the number of its acknowledged writes, and in the lowest two bits its state.
    private static final int STATE_BITS = 2;
    private static final int STATE = (1 << STATE_BITS) - 1;
    private static final int IDLE = 0;
    private static final int WRITING = 1;
    private static final int UNKNOWN = 2;

    private final long keys;
    private final AtomicReferenceArray<AtomicIntegerArray> pieces;

    /** @param keys number of keys, at most 2,147,483,647 */
    public VersionLedger(long keys) {
        if (keys < 0 || keys > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("keys must be in [0, " + Integer.MAX_VALUE + "]: " + keys);
        }
        this.keys = keys;
        this.pieces = new AtomicReferenceArray<>((int) ((keys + PIECE - 1) / PIECE));
    }

    public long keys() {
        return keys;
    }

    /** Records a row that exists before anything is written. */
    public void found(long key, int version) {
        piece(key).set(place(key), (version + 1) << STATE_BITS);
    }

    /**
     * Reserves the key for one write, whose outcome must be reported next. @return the version to write; {@link #NONE} if another write of
     * it is in flight, or the outcome of one is unknown
     */
    public int begin(long key) {
        AtomicIntegerArray piece = piece(key);
        int entry = piece.get(place(key));
        boolean taken = (entry & STATE) == IDLE && piece.compareAndSet(place(key), entry, entry | WRITING);
        return taken ? entry >>> STATE_BITS : NONE;
    }

    /** Reports that the write in flight is in the database. */
    public void acknowledged(long key) {
        end(key, 1, IDLE);
    }

    /** Reports that the write in flight is certainly not in the database. */
    public void refused(long key) {
        end(key, 0, IDLE);
    }

    /** Reports that the write in flight may be in the database, or arrive there later. */
    public void unknown(long key) {
        end(key, 0, UNKNOWN);
    }

    /** Returns the newest acknowledged version; {@link #NONE} if there is none. */
    public int acknowledgedVersion(long key) {
        return (piece(key).get(place(key)) >>> STATE_BITS) - 1;
    }

    /** Returns whether the outcome of the last write is unknown. */
    public boolean isUnknown(long key) {
        return (piece(key).get(place(key)) & STATE) == UNKNOWN;
    }

    /**
     * Checks a read that has just ended, and returns the anomaly it shows; empty if none.
     *
     * @param floor {@link #acknowledgedVersion} from before the read began
     */
    public Optional<DataAnomaly> judgeRead(long key, int floor, ObservedValue seen) {
        return judge(key, floor, seen, DataAnomaly.STALE);
    }

    /** Checks a row after the last write: an old version then means that acknowledged writes are lost. */
    public Optional<DataAnomaly> judgeRow(long key, ObservedValue seen) {
        return judge(key, acknowledgedVersion(key), seen, DataAnomaly.LOST);
    }

    private Optional<DataAnomaly> judge(long key, int floor, ObservedValue seen, DataAnomaly older) {
        return switch (seen) {
            case ObservedValue.Torn torn -> Optional.of(DataAnomaly.TORN);
            case ObservedValue.Missing missing -> floor == NONE ? Optional.empty() : Optional.of(DataAnomaly.LOST);
            case ObservedValue.NotUnder(int number) ->
                number < newest(key) ? Optional.empty() : Optional.of(DataAnomaly.LOST);
            case ObservedValue.Version(int number) -> {
                if (number < floor) {
                    yield Optional.of(older);
                }
                yield number > newest(key) ? Optional.of(DataAnomaly.PHANTOM) : Optional.empty();
            }
        };
    }

    /** Returns the newest version that may exist. */
    private int newest(long key) {
        int entry = piece(key).get(place(key));
        int acknowledged = (entry >>> STATE_BITS) - 1;
        return (entry & STATE) == IDLE ? acknowledged : acknowledged + 1;
    }

    private void end(long key, int more, int state) {
        AtomicIntegerArray piece = piece(key);
        int entry = piece.get(place(key));
        if ((entry & STATE) != WRITING) {
            throw new IllegalStateException("no write of key " + key + " is in flight");
        }
        piece.set(place(key), (((entry >>> STATE_BITS) + more) << STATE_BITS) | state);
    }

    private AtomicIntegerArray piece(long key) {
        if (key < 0 || key >= keys) {
            throw new IllegalArgumentException("key must be in [0, " + keys + "): " + key);
        }
        int number = (int) (key / PIECE);
        AtomicIntegerArray piece = pieces.get(number);
        if (piece == null) {
            AtomicIntegerArray made = new AtomicIntegerArray(PIECE);
            piece = pieces.compareAndSet(number, null, made) ? made : pieces.get(number);
        }
        return piece;
    }

    private static int place(long key) {
        return (int) (key % PIECE);
    }
}
