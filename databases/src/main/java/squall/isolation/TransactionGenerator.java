package squall.isolation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicIntegerArray;
import squall.check.isolation.History;
import squall.check.isolation.HistoryTransaction.KeyOperation;

/**
 * Makes transactions: which places they read and write is a function of the seed and their number, the values are counted, so that none
 * is written to a key twice. Safe for use by many threads.
 *
 * <p>A transaction writes in the order of its keys, so that two of them never wait for each other.
 */
final class TransactionGenerator {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final IsolationWorkload workload;
    private final long seed;
    // How often the keys of each place were written, all generations together.
    private final AtomicIntegerArray writes;

    TransactionGenerator(IsolationWorkload workload, long seed) {
        this.workload = workload;
        this.seed = seed;
        this.writes = new AtomicIntegerArray(workload.keys());
    }

    /** What is done where: places are numbered from 0, and each has one key at a time. */
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

    /** Whether transaction {@code index} writes. */
    boolean writes(long index) {
        return shape(index).anyWrite();
    }

    /** Transaction {@code index}, with values that were never given out before; reads have no values yet. */
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

    /** Every key that was given out so far. */
    List<Long> keys() {
        List<Long> keys = new ArrayList<>();
        for (int place = 0; place < workload.keys(); place++) {
            for (int generation = 0; generation <= writes.get(place) / workload.writesPerKey(); generation++) {
                keys.add(key(place, generation));
            }
        }
        return keys;
    }

    /** The key that the transaction writes at this place, else the place's current one. */
    private long key(Shape shape, long[] written, int read) {
        for (int at = 0; at < written.length; at++) {
            if (shape.writes[at] && shape.places[at] == shape.places[read]) {
                return written[at];
            }
        }
        int place = shape.places[read];
        return key(place, writes.get(place) / workload.writesPerKey());
    }

    private KeyOperation.Write claimed(int place) {
        int before = writes.getAndIncrement(place);
        return new KeyOperation.Write(
                key(place, before / workload.writesPerKey()), before % workload.writesPerKey() + 1L);
    }

    private long key(int place, int generation) {
        return place + (long) workload.keys() * generation;
    }

    private Shape shape(long index) {
        SplittableRandom random = new SplittableRandom((seed + index) * GOLDEN);
        int length = 1 + random.nextInt(workload.longest());
        return workload.model() == History.Model.REGISTER && workload.readsFirst()
                ? readsThenWrites(length, random)
                : mixed(length, random);
    }

    /** Reads different places, then writes some of them. */
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

    /** Whether the place at {@code last} is one of those before it. */
    private static boolean contains(int[] places, int last) {
        for (int at = 0; at < last; at++) {
            if (places[at] == places[last]) {
                return true;
            }
        }
        return false;
    }

    /** Reads and writes in any order; what is written is sorted. */
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
