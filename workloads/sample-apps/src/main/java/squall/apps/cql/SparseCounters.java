package squall.apps.cql;

import java.util.Map;
import java.util.TreeMap;
import squall.check.ObservedValue;

/** Set of counters, one for each key, in pieces that are allocated on first use; each starts at 0. Used by one thread. */
public final class SparseCounters {
    private static final int PIECE = 1 << 12;

    /** Receiver of the counted numbers. */
    public interface Numbers {
        void number(long key, int number);
    }

    private final Map<Long, int[]> pieces = new TreeMap<>();

    public int get(long key) {
        int[] piece = pieces.get(key / PIECE);
        return piece == null ? 0 : piece[(int) (key % PIECE)];
    }

    void set(long key, int number) {
        pieces.computeIfAbsent(key / PIECE, unseen -> new int[PIECE])[(int) (key % PIECE)] = number;
    }

    public void increment(long key) {
        set(key, get(key) + 1);
    }

    /** Passes on all counters that are not 0, in the order of their keys. */
    public void each(Numbers numbers) {
        pieces.forEach((number, piece) -> {
            for (int i = 0; i < PIECE; i++) {
                if (piece[i] != 0) {
                    numbers.number(number * PIECE + i, piece[i]);
                }
            }
        });
    }

    /** Survey of versions that have a row each and must all be there. Used by one thread. */
    public static final class VersionRows {
        private final SparseCounters counts = new SparseCounters();
        private final SparseCounters newest = new SparseCounters();

        /** Receiver of the versions of a key. */
        public interface Keys {
            /** @param seen the newest version; {@link ObservedValue.Torn} if an earlier one is missing */
            void key(long key, int newest, ObservedValue seen);
        }

        public void add(long key, int version) {
            counts.increment(key);
            newest.set(key, Math.max(newest.get(key), version));
        }

        public boolean has(long key) {
            return counts.get(key) > 0;
        }

        public void each(Keys keys) {
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
}
