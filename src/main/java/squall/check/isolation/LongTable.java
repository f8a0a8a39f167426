package squall.check.isolation;

import org.jspecify.annotations.Nullable;

/** Map from longs to objects, without boxing of its keys; open addressing, in which a removal closes its gap. */
final class LongTable<V> {
    private long[] keys = new long[64];
    private @Nullable Object[] values = new @Nullable Object[64];
    private int size;

    int size() {
        return size;
    }

    @SuppressWarnings("unchecked") // only put() stores values
    @Nullable
    V get(long key) {
        return (V) values[slot(key)];
    }

    void put(long key, V value) {
        int slot = slot(key);
        if (values[slot] == null) {
            size++;
        }
        keys[slot] = key;
        values[slot] = value;
        if (size * 2 > values.length) {
            grow();
        }
    }

    void remove(long key) {
        int gap = slot(key);
        if (values[gap] == null) {
            return;
        }
        size--;
        int mask = values.length - 1;
        int next = (gap + 1) & mask;
        while (values[next] != null) {
            int home = home(keys[next]);
            // An entry may move into the gap unless its own place lies cyclically after it.
            if (((next - home) & mask) >= ((next - gap) & mask)) {
                keys[gap] = keys[next];
                values[gap] = values[next];
                gap = next;
            }
            next = (next + 1) & mask;
        }
        values[gap] = null;
    }

    private void grow() {
        long[] oldKeys = keys;
        @Nullable Object[] oldValues = values;
        keys = new long[oldKeys.length * 2];
        values = new @Nullable Object[oldKeys.length * 2];
        for (int old = 0; old < oldKeys.length; old++) {
            if (oldValues[old] != null) {
                int slot = slot(oldKeys[old]);
                keys[slot] = oldKeys[old];
                values[slot] = oldValues[old];
            }
        }
    }

    private int slot(long key) {
        int mask = values.length - 1;
        int slot = home(key);
        while (values[slot] != null && keys[slot] != key) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private int home(long key) {
        long mixed = key * 0x9E3779B97F4A7C15L;
        mixed ^= mixed >>> 32;
        return (int) mixed & (values.length - 1);
    }
}
