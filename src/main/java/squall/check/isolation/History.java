package squall.check.isolation;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * History of transactions as the clients of a database saw them, with their reads, writes, outcome, session and times. Immutable.
 *
 * <p>Stored in columns, about 20 bytes an operation, because a history of a million transactions is checked as a whole. Every value is
 * written to a key at most once, so that a read identifies the write it saw. A read of a list returns all its values in order, a read of a
 * register one value or none.
 */
public final class History {
    /** Data type of the keys. */
    public enum Model {
        /** List; a write appends one value to it. */
        LIST_APPEND,
        /** Register: one value, which a write replaces. */
        REGISTER
    }

    /** Outcome of a transaction as its client knows it. */
    public enum Ending {
        /** Acknowledged. */
        COMMITTED,
        /** Certainly not applied. */
        ABORTED,
        /** Unknown: the answer to the commit was lost. It counts as committed only if a committed transaction saw one of its writes. */
        UNKNOWN
    }

    private static final byte WRITE = 0;
    private static final byte READ = 1;
    private static final byte PREDICATE_READ = 2;

    private final Model model;
    private final Transactions transactions;
    private final Operations operations;
    private final Versions versions;
    private final Map<Long, String> names;
    private final int recorded;
    private final boolean whole;

    private History(Builder builder) {
        this.model = builder.model;
        this.transactions = builder.transactions;
        this.operations = builder.operations;
        this.versions = builder.versions;
        this.names = Map.copyOf(builder.names);
        this.recorded = builder.recorded < 0 ? builder.transactions.size : builder.recorded;
        this.whole = builder.recorded < 0;
    }

    public static Builder builder(Model model) {
        return new Builder(model);
    }

    public Model model() {
        return model;
    }

    /** Returns the number of transactions; they are numbered from 0 in the order they were added. */
    public int size() {
        return transactions.size;
    }

    /** Returns whether the history contains every transaction that began. */
    public boolean isWhole() {
        return whole;
    }

    /** Returns the number of operations of all transactions. */
    public int operations() {
        return operations.size;
    }

    public Ending ending(int transaction) {
        return transactions.endings[transaction];
    }

    public int session(int transaction) {
        return transactions.sessions[transaction];
    }

    public long beginNs(int transaction) {
        return transactions.beginsNs[transaction];
    }

    public long endNs(int transaction) {
        return transactions.endsNs[transaction];
    }

    /** Returns the number by which witnesses name the transaction: its index, unless this history is part of a longer one. */
    int number(int transaction) {
        return transactions.numbers[transaction];
    }

    /** Returns whether only a value is known that the transaction wrote: the recording was cut off before it ended. */
    boolean isUnrecorded(int transaction) {
        return transaction >= recorded;
    }

    /** Returns the time of the last recorded event; 0 if there is none. */
    public long lastNs() {
        long lastNs = 0;
        for (int transaction = 0; transaction < recorded; transaction++) {
            lastNs = Math.max(lastNs, endNs(transaction));
        }
        return lastNs;
    }

    /** Returns the keys that were written, with the user's numbers. */
    public List<Long> keysWritten() {
        BitSet written = new BitSet();
        for (int version = 0; version < versions(); version++) {
            if (writeOf(version) >= 0) {
                written.set(keyOfVersion(version));
            }
        }
        return written.stream().mapToObj(this::keyNumber).toList();
    }

    /** Returns whether the transaction began after every other one had ended, to read the final state. */
    boolean isFinal(int transaction) {
        return transactions.finals[transaction];
    }

    int firstOperation(int transaction) {
        return transactions.firstOperations[transaction];
    }

    /** Returns the index after the transaction's last operation. */
    int lastOperation(int transaction) {
        return transaction + 1 < size() ? transactions.firstOperations[transaction + 1] : operations.size;
    }

    int transactionOf(int operation) {
        return operations.transactions[operation];
    }

    boolean isWrite(int operation) {
        return operations.kinds[operation] == WRITE;
    }

    boolean isPredicate(int operation) {
        return operations.kinds[operation] == PREDICATE_READ;
    }

    /** Returns the number of the operation's key, from 0. */
    int key(int operation) {
        return operations.keys[operation];
    }

    int keys() {
        return versions.keys.size();
    }

    /** Returns the user's number of the key. */
    long keyNumber(int key) {
        return versions.keyNames[key];
    }

    /** Returns the user's name of the key. */
    String keyName(int key) {
        return names.getOrDefault(keyNumber(key), String.valueOf(keyNumber(key)));
    }

    /** Returns the number of the version that was written. */
    int written(int operation) {
        return operations.starts[operation];
    }

    /** Returns the number of values that a read returned. */
    int readLength(int operation) {
        return operations.lengths[operation];
    }

    /** Returns the version that a read returned at this position. */
    int read(int operation, int position) {
        return operations.pool[operations.starts[operation] + position];
    }

    int versions() {
        return versions.ids.size();
    }

    int keyOfVersion(int version) {
        return versions.keyOf[version];
    }

    long value(int version) {
        return versions.values[version];
    }

    /** Returns the operation that wrote this version, or -1. */
    int writeOf(int version) {
        return versions.writes[version];
    }

    /** Returns the transaction that wrote this version, or -1. */
    int writerOf(int version) {
        int write = versions.writes[version];
        return write < 0 ? -1 : operations.transactions[write];
    }

    /**
     * Builder that takes transactions one after the other: {@link #begin}, the operations in their order, {@link #end}. Used by one thread.
     *
     * <p>An operation that was refused, or whose answer was lost, is added only if it is a write that may have been applied.
     */
    public static final class Builder {
        private final Model model;
        private final Transactions transactions = new Transactions();
        private final Operations operations = new Operations();
        private final Versions versions = new Versions();
        private final Map<Long, String> names = new HashMap<>();
        private boolean open;
        // Number of transactions when the recording was cut off; negative: it was not.
        private int recorded = -1;

        private Builder(Model model) {
            this.model = model;
        }

        /** Adds a whole transaction. @throws InvalidHistoryException if it cannot have happened; the builder must not be used after that */
        public Builder add(HistoryTransaction transaction) throws InvalidHistoryException {
            transaction.addTo(this);
            return this;
        }

        /** Names a key; witnesses show the name instead of the number. */
        public void name(long key, String name) {
            names.put(key, name);
        }

        /** Begins a transaction of this session, at a time in nanoseconds by a clock that all sessions share. */
        public Builder begin(int session, long beginNs) {
            if (open) {
                throw new IllegalStateException("transaction " + (transactions.size - 1) + " has not ended");
            }
            transactions.add(session, beginNs, operations.size);
            open = true;
            return this;
        }

        /** Gives the transaction the number that it has in a longer history, of which this one is a part. */
        Builder numbered(int number) {
            transactions.numbers[current()] = number;
            return this;
        }

        /** Adds a write, or an append, of a value that no other operation writes to this key. */
        public Builder write(long key, long value) throws InvalidHistoryException {
            int version = versions.version(versions.key(key), value);
            if (versions.writes[version] >= 0) {
                throw new InvalidHistoryException(
                        current(),
                        "value " + value + " is written to key " + key + " twice, first by transaction "
                                + operations.transactions[versions.writes[version]]
                                + ": every value must be unique to its key");
            }
            versions.writes[version] = operations.add(current(), WRITE, versions.key(key), version, 0);
            return this;
        }

        /** Adds a read of a list or of a register; a register without a value was never written. */
        public Builder read(long key, long... values) throws InvalidHistoryException {
            return read(READ, key, values);
        }

        /** Adds a read as {@link #read} does, of a key that was found by a predicate, not by its name. */
        public Builder readByPredicate(long key, long... values) throws InvalidHistoryException {
            return read(PREDICATE_READ, key, values);
        }

        private Builder read(byte kind, long key, long... values) throws InvalidHistoryException {
            if (model == Model.REGISTER && values.length > 1) {
                throw new InvalidHistoryException(
                        current(),
                        "a read of register " + key + " returned " + values.length + " values: it has one, or none");
            }
            int number = versions.key(key);
            int start = operations.reserve(values.length);
            for (int position = 0; position < values.length; position++) {
                operations.pool[start + position] = versions.version(number, values[position]);
            }
            operations.add(current(), kind, number, start, values.length);
            return this;
        }

        /** Marks the transaction as one that began after all others had ended, to read the final state. */
        public Builder last() {
            transactions.finals[current()] = true;
            return this;
        }

        public Builder end(long endNs, Ending ending) throws InvalidHistoryException {
            int transaction = current();
            if (endNs < transactions.beginsNs[transaction]) {
                throw new InvalidHistoryException(transaction, "it ends before it begins");
            }
            transactions.endsNs[transaction] = endNs;
            transactions.endings[transaction] = ending;
            open = false;
            return this;
        }

        /**
         * Declares that the recording was cut off, so that transactions are missing. A value that was read but written by no recorded
         * transaction is added as a transaction of unknown outcome, of which nothing else is known.
         */
        public Builder cutOff() throws InvalidHistoryException {
            recorded = transactions.size;
            int known = versions.ids.size();
            for (int version = 0; version < known; version++) {
                if (versions.writes[version] < 0) {
                    begin(Integer.MIN_VALUE + version, Long.MIN_VALUE);
                    write(versions.keyNames[versions.keyOf[version]], versions.values[version]);
                    end(Long.MAX_VALUE, Ending.UNKNOWN);
                }
            }
            return this;
        }

        /** Returns the number of transactions that were begun. */
        public int size() {
            return transactions.size;
        }

        public History build() {
            if (open) {
                throw new IllegalStateException("transaction " + (transactions.size - 1) + " has not ended");
            }
            return new History(this);
        }

        private int current() {
            if (!open) {
                throw new IllegalStateException("no transaction has begun");
            }
            return transactions.size - 1;
        }
    }

    private static final class Transactions {
        private int size;
        private int[] sessions = new int[64];
        private int[] numbers = new int[64];
        private long[] beginsNs = new long[64];
        private long[] endsNs = new long[64];
        private Ending[] endings = new Ending[64];
        private boolean[] finals = new boolean[64];
        private int[] firstOperations = new int[64];

        private void add(int session, long beginNs, int firstOperation) {
            if (size == sessions.length) {
                int more = size * 2;
                sessions = Arrays.copyOf(sessions, more);
                numbers = Arrays.copyOf(numbers, more);
                beginsNs = Arrays.copyOf(beginsNs, more);
                endsNs = Arrays.copyOf(endsNs, more);
                endings = Arrays.copyOf(endings, more);
                finals = Arrays.copyOf(finals, more);
                firstOperations = Arrays.copyOf(firstOperations, more);
            }
            sessions[size] = session;
            numbers[size] = size;
            beginsNs[size] = beginNs;
            firstOperations[size] = firstOperation;
            size++;
        }
    }

    private static final class Operations {
        private int size;
        private int[] transactions = new int[256];
        private byte[] kinds = new byte[256];
        private int[] keys = new int[256];
        // Version of a write; of a read the index of its versions in the pool.
        private int[] starts = new int[256];
        private int[] lengths = new int[256];
        private int[] pool = new int[1024];
        private int pooled;

        private int add(int transaction, byte kind, int key, int start, int length) {
            if (size == kinds.length) {
                int more = size * 2;
                transactions = Arrays.copyOf(transactions, more);
                kinds = Arrays.copyOf(kinds, more);
                keys = Arrays.copyOf(keys, more);
                starts = Arrays.copyOf(starts, more);
                lengths = Arrays.copyOf(lengths, more);
            }
            transactions[size] = transaction;
            kinds[size] = kind;
            keys[size] = key;
            starts[size] = start;
            lengths[size] = length;
            return size++;
        }

        private int reserve(int length) {
            int start = pooled;
            pooled = Math.addExact(pooled, length);
            if (pooled > pool.length) {
                pool = Arrays.copyOf(pool, Math.max(pooled, pool.length + (pool.length >> 1)));
            }
            return start;
        }
    }

    private static final class Versions {
        private final LongLongMap keys = new LongLongMap();
        private final LongLongMap ids = new LongLongMap();
        private long[] keyNames = new long[64];
        private int[] keyOf = new int[256];
        private long[] values = new long[256];
        private int[] writes = new int[256];

        private int key(long name) {
            int key = keys.number(name, 0);
            if (key == keyNames.length) {
                keyNames = Arrays.copyOf(keyNames, key * 2);
            }
            keyNames[key] = name;
            return key;
        }

        private int version(int key, long value) {
            int before = ids.size();
            int version = ids.number(key, value);
            if (version < before) {
                return version;
            }
            if (version == values.length) {
                keyOf = Arrays.copyOf(keyOf, version * 2);
                values = Arrays.copyOf(values, version * 2);
                writes = Arrays.copyOf(writes, version * 2);
            }
            keyOf[version] = key;
            values[version] = value;
            writes[version] = -1;
            return version;
        }
    }
}
