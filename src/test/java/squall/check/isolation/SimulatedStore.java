package squall.check.isolation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Store of many versions under a scheduler that lets one session after another do one step, by chance but the same for the same
 * seed: it has the level it is asked for, or one defect.
 */
final class SimulatedStore {
    enum Kind {
        /** Snapshots, checked at commit that nothing read or written has changed. */
        STRICT_SERIALIZABLE,
        /** As above on snapshots that may be old. */
        SERIALIZABLE,
        /** Snapshots; the first to commit a key wins. What PostgreSQL calls repeatable read. */
        SNAPSHOT,
        /** Each statement sees what is committed by then. */
        READ_COMMITTED,
        /** Each statement sees what others have not committed yet, and an abort takes it back. */
        DIRTY_READS,
        /** Snapshots without the check of who came first. */
        LOST_UPDATES,
        /** A transaction's writes become visible one after the other. */
        TORN_COMMITS,
        /** Some transactions are acknowledged, and nothing of them is kept. */
        DROPPED_COMMITS,
        /** Reads go to a copy that misses one write in a hundred. */
        LEAKING_REPLICA
    }

    private final Kind kind;
    private final History.Model model;
    private final Random random;
    private final int keys;
    private final History.Builder builder;
    // By key: the committed versions and the moment each came.
    private final Map<Integer, List<Version>> versions = new HashMap<>();
    private final Map<Integer, Long> nextValues = new HashMap<>();
    private final Map<Integer, Transaction> locks = new HashMap<>();
    private long now;

    private record Version(long at, long value) {}

    private static final class Transaction {
        private final int session;
        private final long begin;
        private final long snapshot;
        private final int operations;
        private final List<long[]> written = new ArrayList<>();
        private final Set<Integer> read = new HashSet<>();
        private final List<Runnable> steps = new ArrayList<>();
        private boolean lockedOut;

        private Transaction(int session, long begin, long snapshot, int operations) {
            this.session = session;
            this.begin = begin;
            this.snapshot = snapshot;
            this.operations = operations;
        }
    }

    SimulatedStore(Kind kind, History.Model model, long seed, int keys) {
        this.kind = kind;
        this.model = model;
        this.random = new Random(seed);
        this.keys = keys;
        this.builder = History.builder(model);
    }

    /** Runs so many transactions of 1 to 4 operations by so many sessions at once. @param last whether one at the end reads everything */
    History run(int transactions, int sessions, boolean last) throws InvalidHistoryException {
        @Nullable Transaction[] open = new @Nullable Transaction[sessions];
        int begun = 0;
        int ended = 0;
        while (ended < transactions) {
            int session = random.nextInt(sessions);
            now++;
            Transaction transaction = open[session];
            if (transaction == null) {
                open[session] = begun < transactions ? begin(session) : null;
                begun++;
            } else if (transaction.steps.size() < transaction.operations) {
                operate(transaction);
            } else {
                commit(transaction);
                open[session] = null;
                ended++;
            }
        }
        if (last) {
            readAll(sessions);
        }
        return builder.build();
    }

    private Transaction begin(int session) {
        boolean old = kind == Kind.SERIALIZABLE && random.nextInt(4) == 0;
        return new Transaction(session, now, old ? Math.max(0, now - random.nextInt(20)) : now, 1 + random.nextInt(4));
    }

    private void operate(Transaction transaction) {
        int key = random.nextInt(keys);
        if ((model == History.Model.REGISTER && !transaction.read.contains(key)) || random.nextInt(2) == 0) {
            long[] seen = read(transaction, key);
            transaction.read.add(key);
            transaction.steps.add(() -> record(() -> builder.read(key, seen)));
        } else if (!lock(transaction, key)) {
            transaction.steps.add(() -> {});
        } else {
            long value = nextValues.merge(key, 1L, Long::sum);
            transaction.written.add(new long[] {key, value});
            transaction.steps.add(() -> record(() -> builder.write(key, value)));
            if (kind == Kind.DIRTY_READS) {
                put(key, value, now);
            }
        }
    }

    private interface Recording {
        void run() throws InvalidHistoryException;
    }

    private static void record(Recording recording) {
        try {
            recording.run();
        } catch (InvalidHistoryException e) {
            throw new IllegalStateException(e);
        }
    }

    private long[] read(Transaction transaction, int key) {
        boolean newest = kind == Kind.READ_COMMITTED || kind == Kind.DIRTY_READS;
        long seenBy = newest ? Long.MAX_VALUE : transaction.snapshot;
        List<Long> values = new ArrayList<>();
        for (Version version : versions.getOrDefault(key, List.of())) {
            // Which writes the copy misses is a matter of the write, not of the read.
            boolean leaked =
                    kind == Kind.LEAKING_REPLICA && (version.value * 31 + key) % 20 == 7 && random.nextBoolean();
            if (version.at < seenBy && !leaked) {
                values.add(version.value);
            }
        }
        if (kind != Kind.DIRTY_READS) {
            transaction.written.stream().filter(own -> own[0] == key).forEach(own -> values.add(own[1]));
        }
        return shown(values);
    }

    private long[] shown(List<Long> values) {
        List<Long> shown = model == History.Model.LIST_APPEND || values.isEmpty() ? values : List.of(values.getLast());
        return shown.stream().mapToLong(Long::longValue).toArray();
    }

    private void commit(Transaction transaction) throws InvalidHistoryException {
        locks.values().removeIf(holder -> holder == transaction);
        boolean refused = random.nextInt(20) == 0 || conflicts(transaction);
        builder.begin(transaction.session, transaction.begin);
        transaction.steps.forEach(Runnable::run);
        if (refused) {
            transaction.written.forEach(own -> versions.getOrDefault((int) own[0], new ArrayList<>())
                    .removeIf(version -> version.value == own[1]));
        } else if (kind != Kind.DIRTY_READS && !(kind == Kind.DROPPED_COMMITS && random.nextInt(10) == 0)) {
            long delay = 0;
            for (long[] own : transaction.written) {
                put((int) own[0], own[1], now + delay);
                delay += kind == Kind.TORN_COMMITS ? random.nextInt(10) : 0;
            }
        }
        now++;
        builder.end(now, refused ? History.Ending.ABORTED : History.Ending.COMMITTED);
    }

    private boolean conflicts(Transaction transaction) {
        return switch (kind) {
            case STRICT_SERIALIZABLE, SERIALIZABLE, DROPPED_COMMITS, LEAKING_REPLICA ->
                !transaction.written.isEmpty()
                        && (transaction.read.stream().anyMatch(key -> changed(key, transaction.snapshot))
                                || wroteChanged(transaction));
            case SNAPSHOT, TORN_COMMITS -> wroteChanged(transaction);
            case READ_COMMITTED, DIRTY_READS, LOST_UPDATES -> transaction.lockedOut;
        };
    }

    /** Locks a row, which is written by one transaction at a time; one that comes later gives up, as after a lock timeout. */
    private boolean lock(Transaction transaction, int key) {
        boolean locking = kind == Kind.READ_COMMITTED || kind == Kind.DIRTY_READS || kind == Kind.LOST_UPDATES;
        transaction.lockedOut |= locking && locks.computeIfAbsent(key, none -> transaction) != transaction;
        return !transaction.lockedOut;
    }

    private boolean wroteChanged(Transaction transaction) {
        return transaction.written.stream().anyMatch(own -> changed((int) own[0], transaction.snapshot));
    }

    private boolean changed(int key, long since) {
        return versions.getOrDefault(key, List.of()).stream().anyMatch(version -> version.at >= since);
    }

    private void put(int key, long value, long at) {
        versions.computeIfAbsent(key, none -> new ArrayList<>()).add(new Version(at, value));
    }

    private void readAll(int session) throws InvalidHistoryException {
        now += 10;
        builder.begin(session, now).last();
        for (int key = 0; key < keys; key++) {
            builder.read(
                    key,
                    shown(versions.getOrDefault(key, List.of()).stream()
                            .map(Version::value)
                            .toList()));
        }
        builder.end(now + 1, History.Ending.COMMITTED);
    }
}
