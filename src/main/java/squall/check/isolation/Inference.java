package squall.check.isolation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import squall.check.isolation.IsolationResult.Witness;
import squall.check.isolation.IsolationResult.Witness.CycleStep;

/**
 * Inference of the facts that need no cycle: which transactions committed, the anomalies that a read shows by itself (aborted,
 * intermediate, internal, lost), and the dependencies for the search for cycles. The two models differ in how the order of a key's versions
 * is inferred.
 */
abstract class Inference {
    static final int NONE = -1;

    final History history;
    final AnomalyLog anomalies;
    final DependencyGraph graph;
    final Sentences sentences;
    final boolean[] committed;
    // For each version, followed by each key's initial state: the first transaction that read it and replaced it.
    private final int[] updaters;
    private final LongLongMap lostUpdates = new LongLongMap();

    Inference(History history, AnomalyLog anomalies) {
        this.history = history;
        this.anomalies = anomalies;
        this.graph = new DependencyGraph(history.size());
        this.sentences = new Sentences(history);
        this.committed = committed(history);
        this.updaters = none(history.versions() + history.keys());
    }

    static Inference of(History history, AnomalyLog anomalies) {
        return switch (history.model()) {
            case LIST_APPEND -> new ListInference(history, anomalies);
            case REGISTER -> new RegisterInference(history, anomalies);
        };
    }

    /** Fills the graph and reports the anomalies that need no cycle. */
    final void run() throws InvalidHistoryException {
        readsAndWrites();
        versionOrders();
        orderSessions();
        orderTimes();
        graph.index();
    }

    /** Checks each transaction's own operations and records its reads. */
    private void readsAndWrites() {
        int[] owners = none(history.keys());
        for (int transaction = 0; transaction < history.size(); transaction++) {
            for (int at = history.firstOperation(transaction);
                    committed[transaction] && at < history.lastOperation(transaction);
                    at++) {
                int key = history.key(at);
                if (owners[key] != transaction) {
                    owners[key] = transaction;
                    first(key);
                }
                if (history.isWrite(at)) {
                    write(at);
                } else {
                    read(at);
                }
            }
        }
    }

    /** Starts a key that the transaction has neither read nor written. */
    abstract void first(int key);

    /** Checks a write, the next operation of the transaction. */
    abstract void write(int write);

    /** Checks a read, the next operation of the transaction. */
    abstract void read(int read);

    /** Adds the dependencies that follow from the order of each key's versions. */
    abstract void versionOrders();

    /** Returns whether the order of every key's versions is known, so that a level that is not ruled out holds. */
    abstract boolean isComplete();

    static int[] none(int size) {
        int[] numbers = new int[size];
        Arrays.fill(numbers, NONE);
        return numbers;
    }

    final boolean isCommitted(int version) {
        int writer = history.writerOf(version);
        return writer != NONE && committed[writer];
    }

    /** Passes on the reads of committed transactions that saw the writes of others: the first of a key, with no own write before it. */
    final void eachOutsideRead(IntConsumer read) {
        int[] owners = none(history.keys());
        for (int transaction = 0; transaction < history.size(); transaction++) {
            for (int at = history.firstOperation(transaction);
                    committed[transaction] && at < history.lastOperation(transaction);
                    at++) {
                boolean first = owners[history.key(at)] != transaction;
                owners[history.key(at)] = transaction;
                if (first && !history.isWrite(at)) {
                    read.accept(at);
                }
            }
        }
    }

    /** Passes on the reads made after all other transactions had ended. */
    final void eachFinalRead(IntConsumer read) {
        eachOutsideRead(at -> {
            if (history.isFinal(history.transactionOf(at))) {
                read.accept(at);
            }
        });
    }

    /** Reports a write that was acknowledged before such a read began and should have been seen by it. */
    final void reportLost(int version, int read) {
        int writer = history.writerOf(version);
        int reader = history.transactionOf(read);
        if (writer != NONE
                && history.ending(writer) == History.Ending.COMMITTED
                && history.endNs(writer) <= history.beginNs(reader)
                && writer != reader) {
            report(
                    Anomaly.LOST_WRITE,
                    writer,
                    reader,
                    sentences.name(writer) + " " + sentences.wrote(history.writeOf(version))
                            + " and was acknowledged, but at the end " + sentences.name(reader) + " read "
                            + sentences.result(read));
        }
    }

    /** Returns the number of a key's initial state, after those of the versions. */
    final int initial(int key) {
        return history.versions() + key;
    }

    final int finalWrite(int write) {
        int transaction = history.transactionOf(write);
        for (int later = history.lastOperation(transaction) - 1; later > write; later--) {
            if (history.isWrite(later) && history.key(later) == history.key(write)) {
                return later;
            }
        }
        return write;
    }

    /**
     * Checks a read, and reports it if it saw a value that its writer rolled back, that its own transaction wrote later, or that was never
     * written.
     *
     * @return whether none of these holds
     */
    final boolean isSound(int read, int version) {
        int reader = history.transactionOf(read);
        int write = history.writeOf(version);
        if (write == NONE) {
            report(
                    Anomaly.UNWRITTEN_VALUE,
                    reader,
                    reader,
                    sentences.name(reader) + " read " + sentences.result(read) + ", but no transaction wrote "
                            + history.value(version));
            return false;
        }
        int writer = history.transactionOf(write);
        if (writer != reader && !committed[writer]) {
            report(
                    Anomaly.ABORTED_READ,
                    writer,
                    reader,
                    sentences.name(reader) + " read " + sentences.result(read) + ", but " + sentences.name(writer)
                            + ", which " + sentences.wrote(write) + ", was rolled back");
            return false;
        }
        if (writer == reader && write > read) {
            report(
                    Anomaly.CIRCULAR_INFORMATION_FLOW,
                    reader,
                    reader,
                    sentences.name(reader) + " read " + sentences.result(read) + " before it " + sentences.wrote(write)
                            + " itself");
            return false;
        }
        return true;
    }

    /** Reports a read whose newest value was not its writer's last one. */
    final void refuseIntermediate(int read, int version) {
        int reader = history.transactionOf(read);
        int write = history.writeOf(version);
        int writer = history.transactionOf(write);
        int last = writer == reader ? write : finalWrite(write);
        if (last != write) {
            report(
                    Anomaly.INTERMEDIATE_READ,
                    writer,
                    reader,
                    sentences.name(reader) + " read " + sentences.result(read) + " before " + sentences.name(writer)
                            + " " + sentences.wrote(last));
        }
    }

    final void report(Anomaly anomaly, int from, int to, String text) {
        anomalies.add(
                anomaly,
                Math.max(from, to),
                () -> List.of(new CycleStep(history.number(from), history.number(to), Dependency.WRITE_READ, text)));
    }

    /** Records that a transaction read this version, or the initial state, of a key that it then wrote. */
    final void updated(int transaction, int key, int version) {
        int first = updaters[version];
        if (first == NONE) {
            updaters[version] = transaction;
            return;
        }
        lostUpdates.number(first, version);
        lostUpdates.number(transaction, version);
        String seen = version >= history.versions() ? "the initial state" : String.valueOf(history.value(version));
        anomalies.add(
                Anomaly.LOST_UPDATE,
                Math.max(first, transaction),
                () -> List.of(lostUpdate(first, transaction, key, seen), lostUpdate(transaction, first, key, seen)));
    }

    private CycleStep lostUpdate(int from, int to, int key, String seen) {
        return new CycleStep(
                history.number(from),
                history.number(to),
                Dependency.READ_WRITE,
                sentences.name(from) + " read " + seen + " of key " + history.keyName(key) + " and replaced it; so did "
                        + sentences.name(to));
    }

    /** Returns whether this anti-dependency is one half of a lost update, which was reported as such. */
    final boolean isLostUpdate(int edge) {
        if (!anomalies.has(Anomaly.LOST_UPDATE)) {
            return false;
        }
        int read = graph.operation(edge);
        int length = history.readLength(read);
        int version = length == 0 ? initial(history.key(read)) : history.read(read, length - 1);
        return lostUpdates.contains(graph.from(edge), version) && lostUpdates.contains(graph.to(edge), version);
    }

    final Dependency antiDependency(int read) {
        return history.isPredicate(read) ? Dependency.PREDICATE_READ_WRITE : Dependency.READ_WRITE;
    }

    private static boolean[] committed(History history) {
        boolean[] committed = new boolean[history.size()];
        ArrayDeque<Integer> unread = new ArrayDeque<>();
        for (int transaction = 0; transaction < history.size(); transaction++) {
            if (history.ending(transaction) == History.Ending.COMMITTED) {
                committed[transaction] = true;
                unread.add(transaction);
            }
        }
        while (!unread.isEmpty()) {
            int reader = unread.remove();
            for (int operation = history.firstOperation(reader);
                    operation < history.lastOperation(reader);
                    operation++) {
                int length = history.isWrite(operation) ? 0 : history.readLength(operation);
                for (int position = 0; position < length; position++) {
                    int writer = history.writerOf(history.read(operation, position));
                    if (writer != NONE && !committed[writer] && history.ending(writer) == History.Ending.UNKNOWN) {
                        committed[writer] = true;
                        unread.add(writer);
                    }
                }
            }
        }
        return committed;
    }

    private void orderSessions() throws InvalidHistoryException {
        Map<Integer, Integer> lasts = new HashMap<>();
        int[] acknowledged = none(history.size()); // up to each transaction, the last one of its session
        for (int transaction = 0; transaction < history.size(); transaction++) {
            int session = history.session(transaction);
            Integer before = lasts.put(session, transaction);
            if (before != null && history.beginNs(transaction) < history.endNs(before)) {
                throw new InvalidHistoryException(
                        transaction,
                        "it begins before transaction " + before + " of the same session " + session + " has ended");
            }
            int first = before == null ? NONE : acknowledged[before];
            if (first != NONE && committed[transaction]) {
                graph.add(first, transaction, Dependency.SESSION, NONE, NONE);
            }
            acknowledged[transaction] = history.ending(transaction) == History.Ending.COMMITTED ? transaction : first;
        }
    }

    /**
     * Adds the real-time order. A commit of unknown outcome may take effect at any time after it was sent, so no transaction comes after
     * it.
     */
    private void orderTimes() {
        long[] ends = new long[history.size()];
        int count = 0;
        for (int transaction = 0; transaction < history.size(); transaction++) {
            if (history.ending(transaction) == History.Ending.COMMITTED) {
                ends[count++] = history.endNs(transaction);
            }
        }
        ends = Arrays.stream(ends, 0, count).sorted().distinct().toArray();
        int first = graph.addTimes(ends.length);
        for (int time = 1; time < ends.length; time++) {
            graph.add(first + time - 1, first + time, Dependency.REAL_TIME, NONE, NONE);
        }
        for (int transaction = 0; transaction < history.size(); transaction++) {
            if (history.ending(transaction) == History.Ending.COMMITTED) {
                graph.add(
                        transaction, first + place(ends, history.endNs(transaction)), Dependency.REAL_TIME, NONE, NONE);
            }
            int earlier = place(ends, history.beginNs(transaction)) - 1;
            if (committed[transaction] && earlier >= 0) {
                graph.add(first + earlier, transaction, Dependency.REAL_TIME, NONE, NONE);
            }
        }
    }

    /** Returns the number of sorted times that are before this one. */
    private static int place(long[] sorted, long time) {
        int place = Arrays.binarySearch(sorted, time);
        return place < 0 ? -place - 1 : place;
    }

    /**
     * Log of anomalies: counts them, and keeps the first few witnesses of each. Of a part of a longer history it also counts those that no
     * earlier part has shown.
     */
    static final class AnomalyLog {
        static final int KEPT = 8;

        private final int firstNew;
        private final Set<Anomaly> known;
        private final Map<Anomaly, Long> counts = new EnumMap<>(Anomaly.class);
        private final Map<Anomaly, Long> fresh = new EnumMap<>(Anomaly.class);
        private final Map<Anomaly, List<Witness>> witnesses = new EnumMap<>(Anomaly.class);

        /** Creates the log of a history that was not seen before. */
        AnomalyLog() {
            this(0, Set.of());
        }

        /** @param firstNew first transaction that no earlier part contained @param known anomalies that earlier parts have shown */
        AnomalyLog(int firstNew, Set<Anomaly> known) {
            this.firstNew = firstNew;
            this.known = Set.copyOf(known);
        }

        /** Adds an anomaly. @param newest the last of its transactions, by its index */
        void add(Anomaly anomaly, int newest, Supplier<List<CycleStep>> steps) {
            counts.merge(anomaly, 1L, Long::sum);
            if (newest < firstNew && known.contains(anomaly)) {
                return;
            }
            fresh.merge(anomaly, 1L, Long::sum);
            List<Witness> kept = witnesses.computeIfAbsent(anomaly, none -> new ArrayList<>());
            if (kept.size() < KEPT) {
                kept.add(new Witness(anomaly, steps.get()));
            }
        }

        boolean has(Anomaly anomaly) {
            return counts.containsKey(anomaly);
        }

        Map<Anomaly, Long> counts() {
            return counts;
        }

        /** Returns the number of those anomalies that no earlier part of the history has shown. */
        Map<Anomaly, Long> fresh() {
            return fresh;
        }

        List<Witness> witnesses() {
            return witnesses.values().stream().flatMap(List::stream).toList();
        }
    }
}
