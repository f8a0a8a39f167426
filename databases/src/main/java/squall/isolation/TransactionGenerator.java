package squall.isolation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import squall.check.isolation.History;
import squall.check.isolation.HistoryTransaction.KeyOperation;

/**
 * Generator of transactions: which places they read and write is a function of the seed and their number, the values are counted, so that
 * none is written to a key twice. Safe for use by many threads.
 *
 * <p>A transaction writes in the order of its keys, so that two of them never wait for each other.
 */
final class TransactionGenerator {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final int WRITTEN_BITS = 16;
    private static final long WRITTEN = (1L << WRITTEN_BITS) - 1;

    private final IsolationWorkload workload;
    private final long seed;
    // Of each place: the generation of its key, and how often that key was written, in the low bits.
    private final AtomicLongArray writes;

    TransactionGenerator(IsolationWorkload workload, long seed) {
        this.workload = workload;
        this.seed = seed;
        this.writes = new AtomicLongArray(workload.keys());
    }

    /** Shape of a transaction: the reads and writes and their places, which are numbered from 0, and each have one key at a time. */
    private static final class Shape {
        private final int[] places;
        private final boolean[] writes;

        Shape(int[] places, boolean[] writes) {
            this.places = places;
            this.writes = writes;
        }

        boolean anyWrite() {
            for (boolean write : writes) {
                if (write) {
                    return true;
                }
            }
            return false;
        }
    }

    /** Returns whether transaction {@code index} writes. */
    boolean writes(long index) {
        return shape(index).anyWrite();
    }

    /** Generates transaction {@code index}, with values that were never used before; reads have no values yet. */
    List<KeyOperation> transaction(long index) {
        Shape shape = shape(index);
        KeyOperation[] operations = new KeyOperation[shape.places.length];
        long[] written = new long[operations.length];
        for (int at = 0; at < operations.length; at++) {
            if (shape.writes[at]) {
                KeyOperation.Write write = claimed(shape.places[at]);
                operations[at] = write;
                written[at] = write.key();
            }
        }
        for (int at = 0; at < operations.length; at++) {
            if (!shape.writes[at]) {
                operations[at] = new KeyOperation.Read(key(shape, written, at), List.of(), false);
            }
        }
        return List.of(operations);
    }

    /** Returns every key that was used so far. */
    List<Long> keys() {
        List<Long> keys = new ArrayList<>();
        for (int place = 0; place < workload.keys(); place++) {
            for (long generation = 0; generation <= generation(writes.get(place)); generation++) {
                keys.add(key(place, generation));
            }
        }
        return keys;
    }

    /** Returns the key that the transaction writes at this place, else the place's current one. */
    private long key(Shape shape, long[] written, int read) {
        for (int at = 0; at < written.length; at++) {
            if (shape.writes[at] && shape.places[at] == shape.places[read]) {
                return written[at];
            }
        }
        int place = shape.places[read];
        return key(place, generation(writes.get(place)));
    }

    private KeyOperation.Write claimed(int place) {
        long before = writes.getAndUpdate(place, state -> written(place, state));
        return new KeyOperation.Write(key(place, generation(before)), (before & WRITTEN) + 1);
    }

    /** Returns the state of a place after one more write; after the key's last one it has a new key. */
    private long written(int place, long state) {
        long generation = generation(state);
        boolean last = (state & WRITTEN) + 1 == workload.writesPerKey().of(seed, key(place, generation));
        return last ? (generation + 1) << WRITTEN_BITS : state + 1;
    }

    private static long generation(long state) {
        return state >>> WRITTEN_BITS;
    }

    private long key(int place, long generation) {
        return place + workload.keys() * generation;
    }

    private Shape shape(long index) {
        SplittableRandom random = new SplittableRandom((seed + index) * GOLDEN);
        int length = 1 + random.nextInt(workload.longest());
        return workload.model() == History.Model.REGISTER && workload.readsFirst()
                ? readsThenWrites(length, random)
                : mixed(length, random);
    }

    /** Generates reads of different places, then writes to some of them. */
    private Shape readsThenWrites(int length, SplittableRandom random) {
        int reads = Math.min((length + 1) / 2, workload.keys());
        int writing = Math.min(length - reads, reads);
        int[] places = new int[reads + writing];
        for (int at = 0; at < reads; at++) {
            do {
                places[at] = place(random);
            } while (contains(places, at));
        }
        System.arraycopy(places, 0, places, reads, writing);
        Arrays.sort(places, reads, reads + writing);
        boolean[] writes = new boolean[places.length];
        Arrays.fill(writes, reads, writes.length, true);
        return new Shape(places, writes);
    }

    /** Returns whether the place at {@code last} is one of those before it. */
    private static boolean contains(int[] places, int last) {
        for (int at = 0; at < last; at++) {
            if (places[at] == places[last]) {
                return true;
            }
        }
        return false;
    }

    /** Generates reads and writes in any order; the places of writes are sorted. */
    private Shape mixed(int length, SplittableRandom random) {
        int[] places = new int[length];
        boolean[] writes = new boolean[length];
        int[] sorted = new int[length];
        int writing = 0;
        for (int at = 0; at < length; at++) {
            places[at] = place(random);
            writes[at] = random.nextBoolean();
            if (writes[at]) {
                sorted[writing++] = places[at];
            }
        }
        Arrays.sort(sorted, 0, writing);
        int next = 0;
        for (int at = 0; at < length; at++) {
            if (writes[at]) {
                places[at] = sorted[next++];
            }
        }
        return new Shape(places, writes);
    }

    private int place(SplittableRandom random) {
        return random.nextDouble() < workload.hotShare() ? 0 : random.nextInt(workload.keys());
    }
}
