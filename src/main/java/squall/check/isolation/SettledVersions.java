package squall.check.isolation;

import java.util.Arrays;

/**
 * Map from keys to their newest settled versions, of a bounded number of keys: those not asked for longest are forgotten. Two tables of
 * half the size serve in turn: when the younger one is full, it becomes the older one, whose keys are forgotten unless they were asked for.
 */
final class SettledVersions {
    private final int half;
    private Table young;
    private Table old;
    private boolean forgot;

    /** @param keys maximum number of keys that are remembered */
    SettledVersions(int keys) {
        this.half = Math.max(1, keys / 2);
        this.young = new Table();
        this.old = new Table();
    }

    /** Returns whether a key was forgotten, so that one without a version may have had one. */
    boolean forgot() {
        return forgot;
    }

    int size() {
        return young.size + old.size;
    }

    /** Returns whether the key is known to have been written by a settled transaction, committed or not. */
    boolean contains(long key) {
        return code(key) >= 0;
    }

    /** Returns the newest settled version of the key; {@link VersionedTransaction#INITIAL} if no committed transaction wrote it. */
    long version(long key) {
        long code = code(key);
        return code < 0 ? VersionedTransaction.INITIAL : code >> 1;
    }

    /** Returns whether every other settled version of the key is known to be older. */
    boolean isOrdered(long key) {
        long code = code(key);
        return code >= 0 && (code & 1) != 0;
    }

    void put(long key, long version, boolean ordered) {
        put(key, version << 1 | (ordered ? 1 : 0));
    }

    private long code(long key) {
        long code = young.get(key);
        if (code >= 0) {
            return code;
        }
        code = old.get(key);
        if (code >= 0) {
            put(key, code);
        }
        return code;
    }

    private void put(long key, long code) {
        if (young.size >= half) {
            forgot |= old.size > 0;
            Table emptied = old;
            old = young;
            young = emptied;
            young.clear();
        }
        young.put(key, code);
    }

    /** Table of codes that are not negative. */
    private static final class Table {
        private static final long NONE = -1;

        private long[] keys = new long[64];
        private long[] codes = new long[64];
        private int size;

        Table() {
            Arrays.fill(codes, NONE);
        }

        long get(long key) {
            return codes[slot(key)];
        }

        void put(long key, long code) {
            int slot = slot(key);
            size += codes[slot] == NONE ? 1 : 0;
            keys[slot] = key;
            codes[slot] = code;
            if (size * 2 > codes.length) {
                grow();
            }
        }

        void clear() {
            Arrays.fill(codes, NONE);
            size = 0;
        }

        private void grow() {
            long[] oldKeys = keys;
            long[] oldCodes = codes;
            keys = new long[oldKeys.length * 2];
            codes = new long[oldKeys.length * 2];
            Arrays.fill(codes, NONE);
            for (int at = 0; at < oldKeys.length; at++) {
                if (oldCodes[at] != NONE) {
                    int slot = slot(oldKeys[at]);
                    keys[slot] = oldKeys[at];
                    codes[slot] = oldCodes[at];
                }
            }
        }

        private int slot(long key) {
            int mask = codes.length - 1;
            long mixed = key * 0x9E3779B97F4A7C15L;
            mixed ^= mixed >>> 32;
            int slot = (int) mixed & mask;
            while (codes[slot] != NONE && keys[slot] != key) {
                slot = (slot + 1) & mask;
            }
            return slot;
        }
    }
}
