package squall.check.isolation;

import squall.check.isolation.Inference.AnomalyLog;

/**
 * Inference from registers, which hide their history: the inferred facts are sound but may be incomplete. A transaction that read a value
 * before it wrote the key replaced that value, with no version in between unless an update was lost. If every write is of this kind
 * ("mini-transactions", arXiv 2504.02344), each key's versions are a chain and their order is known.
 */
final class RegisterInference extends Inference {
    /** Maximum number of successors of one version that are linked to its readers: more would make the graph quadratic. */
    private static final int LINKED = 32;

    // By key, within a transaction: its first read from outside, its newest read or write.
    private final int[] outsideRead;
    private final int[] ownLast;
    // By version and, after those, by key for the initial state: the versions that replaced it.
    private final int[] replacement;
    // By version: another one that replaced the same version, and the version it replaced.
    private final int[] sibling;
    private final int[] replaced;
    private boolean complete = true;

    RegisterInference(History history, AnomalyLog anomalies) {
        super(history, anomalies);
        this.outsideRead = none(history.keys());
        this.ownLast = none(history.keys());
        this.replacement = none(history.versions() + history.keys());
        this.sibling = none(history.versions());
        this.replaced = none(history.versions());
    }

    @Override
    boolean isComplete() {
        return complete;
    }

    @Override
    void first(int key) {
        outsideRead[key] = NONE;
        ownLast[key] = NONE;
    }

    @Override
    void write(int write) {
        int key = history.key(write);
        ownLast[key] = write;
        if (finalWrite(write) != write) {
            return;
        }
        int version = history.written(write);
        int read = outsideRead[key];
        int before = read == NONE || history.readLength(read) == 0 ? initial(key) : history.read(read, 0);
        complete &= read != NONE || history.isUnrecorded(history.transactionOf(write));
        replaced[version] = before;
        sibling[version] = replacement[before];
        replacement[before] = version;
        if (read != NONE) {
            updated(history.transactionOf(write), key, before);
        }
    }

    @Override
    void read(int read) {
        int key = history.key(read);
        boolean sound = history.readLength(read) == 0 || isSound(read, history.read(read, 0));
        if (sound && history.readLength(read) > 0) {
            refuseIntermediate(read, history.read(read, 0));
        }
        int before = ownLast[key];
        ownLast[key] = read;
        if (before == NONE) {
            outsideRead[key] = read;
        } else if (seen(before) != seen(read)) {
            int reader = history.transactionOf(read);
            report(
                    Anomaly.INTERNAL,
                    reader,
                    reader,
                    sentences.name(reader) + " read " + sentences.result(read) + " after it "
                            + (history.isWrite(before)
                                    ? sentences.wrote(before)
                                    : "had read " + sentences.result(before)));
        }
    }

    private int seen(int operation) {
        if (history.isWrite(operation)) {
            return history.written(operation);
        }
        return history.readLength(operation) == 0 ? initial(history.key(operation)) : history.read(operation, 0);
    }

    @Override
    void versionOrders() {
        for (int version = 0; version < history.versions(); version++) {
            int before = replaced[version];
            if (before != NONE && before < history.versions() && isCommitted(before)) {
                graph.add(
                        history.writerOf(before),
                        history.writerOf(version),
                        Dependency.WRITE_WRITE,
                        history.writeOf(version),
                        before);
            }
        }
        eachOutsideRead(this::orderRead);
        eachFinalRead(this::judgeFinalRead);
    }

    private void orderRead(int read) {
        int transaction = history.transactionOf(read);
        int version = seen(read);
        if (version < history.versions()) {
            if (!isCommitted(version)) {
                return;
            }
            graph.add(history.writerOf(version), transaction, Dependency.WRITE_READ, read, version);
        }
        int left = LINKED;
        for (int next = replacement[version]; next != NONE && left > 0; next = sibling[next]) {
            graph.add(transaction, history.writerOf(next), antiDependency(read), read, next);
            left--;
        }
    }

    /** Checks that a final read does not show a value that an acknowledged write replaced. */
    private void judgeFinalRead(int read) {
        for (int next = replacement[seen(read)]; next != NONE; next = sibling[next]) {
            reportLost(next, read);
        }
    }
}
