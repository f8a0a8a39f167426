package squall.check.isolation;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import squall.check.isolation.Inference.AnomalyLog;
import squall.check.isolation.IsolationResult.Witness;

/**
 * Isolation check of a history that is still going on, in bounded memory.
 *
 * <p>Transactions come in the order in which they ended, each session's in its own order. {@link #settle} is told a watermark: every
 * transaction that began before it has been added. It checks those that ended before it together with the ones kept from earlier, with
 * {@link IsolationChecker}, then folds away transactions that no later one can be in a cycle with: those below the watermark from which no
 * dependency, order of a session or real time leads to a transaction that is kept. Of what is folded only the newest version of each key
 * remains. So a cycle is found as in the whole history, at the latest when the first of its transactions would be folded.
 *
 * <p>A read whose version cannot be placed is left out and counted. Used by one thread.
 */
public final class OnlineIsolationCheck {
    /**
     * Limit of what is kept.
     *
     * @param transactions maximum number that are kept, with eight operations each on average
     * @param keys maximum number of keys whose newest folded version is remembered
     * @param keptNs how long a transaction is kept after the watermark has passed it
     * @param unknownNs how long one of unknown outcome is waited for after the watermark has passed it
     */
    public record Limits(int transactions, int keys, long keptNs, long unknownNs) {
        /** Limits for a load of some ten thousand transactions a second. */
        public static final Limits USUAL = new Limits(400_000, 2_000_000, 2_000_000_000L, 10_000_000_000L);

        private static final long OPERATIONS_EACH = 8;

        public Limits {
            if (transactions < 1 || keys < 1 || keptNs < 0 || unknownNs < 0) {
                throw new IllegalArgumentException("limits of an isolation check: " + transactions + " transactions, "
                        + keys + " keys, " + keptNs + " ns, " + unknownNs + " ns");
            }
        }

        private boolean exceededBy(long kept, long operations) {
            return kept > transactions || operations > transactions * OPERATIONS_EACH;
        }
    }

    /** Maximum number of edges that the searches of one step may visit, so that a load full of anomalies can be followed. */
    private static final long EDGES = 4_000_000L;

    private static final int MOST_DOUBTFUL = 1_000_000;

    private final Limits limits;
    private final SettledVersions settled;
    // By version: the kept transaction that wrote it. By key: how many writes of checked ones are kept.
    private final LongTable<KeptTransaction> writers = new LongTable<>();
    private final LongTable<WriteCount> keyWrites = new LongTable<>();
    private final LongTable<Boolean> doubtful = new LongTable<>();
    private final Map<Anomaly, Long> counts = new EnumMap<>(Anomaly.class);
    private final Map<Anomaly, List<Witness>> witnesses = new EnumMap<>(Anomaly.class);
    private final CoverageCount coverage = new CoverageCount();
    private List<KeptTransaction> pending = new ArrayList<>();
    private List<KeptTransaction> window = new ArrayList<>();
    private boolean searchedAll = true;
    private boolean ordered = true;
    // Whether a transaction may be missing, so that a version without a writer proves nothing.
    private boolean lossy;
    private long committed;
    private long aborted;
    private long unknown;
    private long added;
    // Of all transactions that are kept.
    private long operations;

    public OnlineIsolationCheck(Limits limits) {
        this.limits = limits;
        this.settled = new SettledVersions(limits.keys());
    }

    /** Adds a transaction that has ended. */
    public void add(VersionedTransaction transaction) {
        KeptTransaction kept = new KeptTransaction(transaction, number(added++));
        pending.add(kept);
        for (int at = 0; at < transaction.operations(); at++) {
            if (transaction.isWrite(at)) {
                writers.put(transaction.version(at), kept);
            }
        }
        operations += transaction.operations();
        if (limits.exceededBy(size(), operations)) {
            giveUpOldest();
        }
    }

    /**
     * Declares that this version may be written more than once, at any time, because its write was sent again after its answer was lost:
     * what reads it is not judged.
     */
    public void doubt(long version) {
        coverage.writes++;
        markDoubtful(version);
    }

    private void markDoubtful(long version) {
        if (doubtful.size() >= MOST_DOUBTFUL) {
            lossy = true;
            return;
        }
        doubtful.put(version, Boolean.TRUE);
    }

    /** Counts operations of committed transactions that were not added, because the versions that they read or replaced cannot be known. */
    public void notJudged(long reads, long writes) {
        coverage.reads += reads;
        coverage.writes += writes;
    }

    /** Declares that so many transactions have taken place that were not added. */
    public void lost(long transactions) {
        coverage.lost += transactions;
        lossy |= transactions > 0;
    }

    /** Returns a count as results have it; beyond some days of a load it stands still. */
    private static int number(long count) {
        return (int) Math.min(count, Integer.MAX_VALUE);
    }

    /** Returns the number of transactions that are kept. */
    public int size() {
        return pending.size() + window.size();
    }

    /** Returns the number of keys that are remembered. */
    public int keys() {
        return settled.size();
    }

    /** Returns the result so far. */
    public OnlineIsolationResult result() {
        IsolationResult.Knowledge knowledge = new IsolationResult.Knowledge(
                true, ordered && !lossy && coverage.judged == coverage.reads && coverage.ordered == coverage.writes);
        return new OnlineIsolationResult(
                new IsolationResult(
                        number(committed),
                        number(aborted),
                        number(unknown),
                        knowledge,
                        searchedAll,
                        counts,
                        witnesses.values().stream().flatMap(List::stream).toList()),
                coverage.coverage());
    }

    /**
     * Checks what has ended before the watermark, and folds away what is settled.
     *
     * @param watermarkNs every transaction that began before this time has been added
     * @throws InvalidHistoryException if the transactions cannot have happened; the check must not be used after that
     */
    public void settle(long watermarkNs) throws InvalidHistoryException {
        int known = window.size();
        takeEnded(watermarkNs);
        window.subList(known, window.size()).forEach(this::place);
        if (window.isEmpty()) {
            return;
        }
        CheckedWindow checked = new CheckedWindow(known);
        checked.run();
        dropUnknown(watermarkNs, checked);
        fold(checked.foldable(watermarkNs), checked);
    }

    /** Moves what ended before the watermark to the window, in its order. */
    private void takeEnded(long watermarkNs) {
        List<KeptTransaction> later = new ArrayList<>();
        for (KeptTransaction kept : pending) {
            if (kept.transaction.endNs() < watermarkNs) {
                kept.checked = true;
                window.add(kept);
            } else {
                later.add(kept);
            }
        }
        pending = later;
    }

    /** Finds the version of each read, now that every transaction that can have written it is known, and counts. */
    private void place(KeptTransaction kept) {
        VersionedTransaction transaction = kept.transaction;
        switch (transaction.ending()) {
            case COMMITTED -> committed++;
            case ABORTED -> aborted++;
            case UNKNOWN -> unknown++;
        }
        for (int at = 0; at < transaction.operations(); at++) {
            if (transaction.isWrite(at)) {
                keyWrites(transaction.key(at)).count++;
            } else if (!isPlaced(kept, at)) {
                kept.leaveOut(at);
            }
        }
        if (transaction.isCommitted()) {
            count(kept);
        }
    }

    private void count(KeptTransaction kept) {
        VersionedTransaction transaction = kept.transaction;
        for (int at = 0; at < transaction.operations(); at++) {
            if (!transaction.isWrite(at)) {
                coverage.reads++;
                coverage.judged += kept.isLeftOut(at) ? 0 : 1;
            } else if (!transaction.writesAgain(at)) {
                coverage.writes++;
                coverage.ordered += kept.replaced(at).isPresent() ? 1 : 0;
            }
        }
    }

    private WriteCount keyWrites(long key) {
        WriteCount count = keyWrites.get(key);
        if (count == null) {
            count = new WriteCount();
            keyWrites.put(key, count);
        }
        return count;
    }

    /** Returns whether it is known of what a read shows when it was written; reports a read that nothing can have shown. */
    private boolean isPlaced(KeptTransaction reader, int read) {
        long key = reader.transaction.key(read);
        long version = reader.transaction.version(read);
        if (version != VersionedTransaction.INITIAL) {
            if (doubtful.get(version) != null) {
                return false;
            }
            KeptTransaction writer = writers.get(version);
            if (writer != null) {
                reader.await(writer);
                if (!writer.transaction.wrote(key, version)) {
                    reportUnwritten(reader, key, version);
                    return false;
                }
                return true;
            }
        }
        if (!settled.contains(key)) {
            if (version == VersionedTransaction.INITIAL) {
                return !settled.forgot() && !lossy;
            }
            if (!settled.forgot() && !lossy && reader.transaction.isCommitted()) {
                reportUnwritten(reader, key, version);
            }
            return false;
        }
        if (settled.version(key) == version) {
            return true;
        }
        if (settled.version(key) != VersionedTransaction.INITIAL
                && settled.isOrdered(key)
                && !lossy
                && reader.transaction.isCommitted()) {
            reportStale(reader, key, version);
            if (reader.transaction.replacesRead(read)) {
                reportLostUpdate(reader, key, version);
            }
        }
        return false;
    }

    private void reportUnwritten(KeptTransaction reader, long key, long version) {
        report(
                Anomaly.UNWRITTEN_VALUE,
                reader,
                reader.name() + " read key " + key + " as " + version + ", but no transaction wrote " + version
                        + " to it");
    }

    /**
     * Reports a read of something older than a version that was acknowledged before the transaction began: were it otherwise, the
     * dependency between the two would have kept that version from being folded.
     */
    private void reportStale(KeptTransaction reader, long key, long version) {
        report(
                Anomaly.STALE_READ,
                reader,
                reader.name() + " read key " + key + " as "
                        + (version == VersionedTransaction.INITIAL ? "it was before the run" : String.valueOf(version))
                        + " and did not see " + settled.version(key)
                        + ", which was written and acknowledged before it began");
    }

    /** Reports the replacement of something older than a folded version: in an ordered key some folded transaction replaced it, too. */
    private void reportLostUpdate(KeptTransaction reader, long key, long version) {
        report(
                Anomaly.LOST_UPDATE,
                reader,
                reader.name() + " read "
                        + (version == VersionedTransaction.INITIAL ? "the initial state" : String.valueOf(version))
                        + " of key " + key + " and replaced it; so had another transaction before it began");
    }

    private void report(Anomaly anomaly, KeptTransaction reader, String text) {
        merge(
                anomaly,
                1,
                List.of(new Witness(
                        anomaly,
                        List.of(new Witness.CycleStep(reader.number, reader.number, Dependency.WRITE_READ, text)))));
    }

    private void merge(Anomaly anomaly, long count, List<Witness> shown) {
        counts.merge(anomaly, count, Long::sum);
        List<Witness> all = witnesses.computeIfAbsent(anomaly, none -> new ArrayList<>());
        shown.stream().limit(Math.max(0, AnomalyLog.KEPT - all.size())).forEach(all::add);
    }

    /** Removes transactions of unknown outcome that were waited for long enough; what they wrote may still come. */
    private void dropUnknown(long watermarkNs, CheckedWindow checked) {
        for (KeptTransaction kept : window) {
            if (checked.isOpen(kept)
                    && watermarkNs != Long.MAX_VALUE
                    && kept.transaction.endNs() < watermarkNs - limits.unknownNs()) {
                kept.gone = true;
                VersionedTransaction transaction = kept.transaction;
                for (int at = 0; at < transaction.operations(); at++) {
                    if (transaction.isWrite(at)) {
                        markDoubtful(transaction.version(at));
                    }
                }
            }
        }
    }

    private void fold(List<KeptTransaction> folded, CheckedWindow checked) {
        folded.forEach(kept -> kept.gone = true);
        FoldedWrites writes = new FoldedWrites();
        for (KeptTransaction kept : window) {
            if (kept.gone) {
                remove(kept, checked.isCommitted(kept), writes);
            }
        }
        writes.settleIn(settled, !lossy);
        window.removeIf(kept -> kept.gone);
    }

    private void remove(KeptTransaction kept, boolean isCommitted, FoldedWrites writes) {
        VersionedTransaction transaction = kept.transaction;
        operations -= transaction.operations();
        for (int at = 0; at < transaction.operations(); at++) {
            if (transaction.isWrite(at)) {
                long key = transaction.key(at);
                writers.remove(transaction.version(at));
                if (--keyWrites(key).count == 0) {
                    keyWrites.remove(key);
                }
                writes.key(key);
                if (isCommitted && !transaction.writesAgain(at)) {
                    writes.add(key, kept.replaced(at), transaction.version(at), transaction.endNs());
                }
            }
        }
    }

    /** Folds the older half of what is kept although it is not settled, so that memory stays bounded; says so in the coverage. */
    private void giveUpOldest() {
        lossy = true;
        int before = window.size();
        window.addAll(pending);
        pending = new ArrayList<>();
        int half = Math.max(1, window.size() / 2);
        FoldedWrites writes = new FoldedWrites();
        List<KeptTransaction> left = new ArrayList<>(window.subList(half, window.size()));
        for (int at = 0; at < half; at++) {
            KeptTransaction kept = window.get(at);
            kept.gone = true;
            coverage.lost++;
            if (at >= before) {
                countUnplaced(kept);
            }
            remove(kept, kept.transaction.isCommitted(), writes);
        }
        writes.putLastIn(settled);
        window = new ArrayList<>();
        for (KeptTransaction kept : left) {
            (kept.checked ? window : pending).add(kept);
        }
    }

    /** Counts the writes of a transaction that was never placed as the others are counted, so that each is taken back once. */
    private void countUnplaced(KeptTransaction kept) {
        for (int at = 0; at < kept.transaction.operations(); at++) {
            if (kept.transaction.isWrite(at)) {
                keyWrites(kept.transaction.key(at)).count++;
            }
        }
    }

    /** Number of the kept writes of a key. */
    private static final class WriteCount {
        private int count;
    }

    /** Counter of an {@link OnlineIsolationResult.Coverage}. */
    private static final class CoverageCount {
        private long reads;
        private long judged;
        private long writes;
        private long ordered;
        private long lost;

        OnlineIsolationResult.Coverage coverage() {
            return new OnlineIsolationResult.Coverage(reads, judged, writes, ordered, lost);
        }
    }

    /** Check of all that is kept and has ended. */
    private final class CheckedWindow {
        private final AnomalyLog anomalies;
        private final IsolationChecker checker;

        /** @param known number of the transactions that were checked before */
        CheckedWindow(int known) throws InvalidHistoryException {
            History.Builder builder = History.builder(History.Model.REGISTER);
            for (KeptTransaction kept : window.subList(0, known)) {
                add(kept, builder);
            }
            int firstNew = builder.size();
            for (KeptTransaction kept : window.subList(known, window.size())) {
                add(kept, builder);
            }
            // What is read and not written here was folded, or has not ended; nothing precedes it.
            History history = builder.cutOff().build();
            this.anomalies = new AnomalyLog(firstNew, counts.keySet());
            this.checker = new IsolationChecker(history, anomalies, EDGES);
        }

        /** Adds a transaction, but for reads of keys that are not written here: no dependency follows from them. */
        private void add(KeptTransaction kept, History.Builder builder) throws InvalidHistoryException {
            VersionedTransaction transaction = kept.transaction;
            kept.node = KeptTransaction.NONE;
            for (int at = 0; at < transaction.operations(); at++) {
                long key = transaction.key(at);
                if (kept.isLeftOut(at) || keyWrites.get(key) == null) {
                    continue;
                }
                if (kept.node == KeptTransaction.NONE) {
                    kept.node = builder.size();
                    builder.begin(transaction.session(), transaction.beginNs()).numbered(kept.number);
                }
                if (transaction.isWrite(at)) {
                    builder.write(key, transaction.version(at));
                } else if (transaction.version(at) == VersionedTransaction.INITIAL) {
                    builder.read(key);
                } else {
                    builder.read(key, transaction.version(at));
                }
            }
            if (kept.node != KeptTransaction.NONE) {
                builder.end(transaction.endNs(), transaction.ending());
            }
        }

        void run() throws InvalidHistoryException {
            IsolationResult result = checker.run();
            ordered &= checker.inference.isComplete();
            searchedAll &= result.searchedAll();
            anomalies
                    .fresh()
                    .forEach((anomaly, count) -> merge(
                            anomaly,
                            count,
                            result.witnesses().stream()
                                    .filter(witness -> witness.anomaly() == anomaly)
                                    .toList()));
        }

        boolean isCommitted(KeptTransaction kept) {
            return kept.node == KeptTransaction.NONE
                    ? kept.transaction.isCommitted()
                    : checker.inference.committed[kept.node];
        }

        /** Returns whether the outcome is unknown and no transaction has seen what it wrote, so that it may still come. */
        boolean isOpen(KeptTransaction kept) {
            return kept.transaction.ending() == History.Ending.UNKNOWN
                    && kept.node != KeptTransaction.NONE
                    && !isCommitted(kept);
        }

        /** Returns the transactions that no later one, and none that is kept, must come before. */
        List<KeptTransaction> foldable(long watermarkNs) {
            long limitNs = watermarkNs;
            for (KeptTransaction kept : pending) {
                limitNs = Math.min(limitNs, kept.transaction.beginNs());
            }
            limitNs -= watermarkNs == Long.MAX_VALUE ? 0 : limits.keptNs();
            for (KeptTransaction kept : window) {
                if (isOpen(kept) && !kept.gone) {
                    limitNs = Math.min(limitNs, kept.transaction.beginNs());
                }
            }
            boolean[] needed = needed(limitNs);
            long firstEndNs = Long.MAX_VALUE;
            for (KeptTransaction kept : window) {
                if (kept.node != KeptTransaction.NONE ? needed[kept.node] : isNeeded(kept, limitNs)) {
                    firstEndNs = Math.min(firstEndNs, kept.transaction.endNs());
                }
            }
            List<KeptTransaction> foldable = new ArrayList<>();
            for (KeptTransaction kept : window) {
                boolean keep = kept.node != KeptTransaction.NONE
                        ? needed[kept.node]
                        : isNeeded(kept, limitNs) || kept.transaction.beginNs() >= firstEndNs;
                if (!keep && !kept.gone) {
                    foldable.add(kept);
                }
            }
            return foldable;
        }

        private boolean isNeeded(KeptTransaction kept, long limitNs) {
            return kept.transaction.endNs() >= limitNs || kept.isWaiting() || isOpen(kept);
        }

        /** Finds the nodes that are needed and all that come after them. */
        private boolean[] needed(long limitNs) {
            DependencyGraph graph = checker.graph;
            boolean[] needed = new boolean[graph.nodes()];
            int[] stack = new int[graph.nodes()];
            int depth = 0;
            for (KeptTransaction kept : window) {
                if (kept.node != KeptTransaction.NONE && isNeeded(kept, limitNs)) {
                    needed[kept.node] = true;
                    stack[depth++] = kept.node;
                }
            }
            while (depth > 0) {
                int node = stack[--depth];
                for (int at = graph.first(node); at < graph.first(node + 1); at++) {
                    int next = graph.to(graph.edgeAt(at));
                    if (!needed[next]) {
                        needed[next] = true;
                        stack[depth++] = next;
                    }
                }
            }
            return needed;
        }
    }
}
