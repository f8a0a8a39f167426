package squall.check.isolation;

import squall.check.isolation.Inference.AnomalyLog;

/**
 * Inference from lists, which show their history: the longest one that was read is the order of its key's versions, and every other read
 * must be a prefix of it. An append that no read saw comes after all that were seen.
 */
final class ListInference extends Inference {
    // By key: the longest read, and within a transaction its last read and its appends since.
    private final int[] longest;
    private final int[] ownRead;
    private final int[] ownAppends;
    // By version: its position in the longest list, and the last read that contained it.
    private final int[] places;
    private final int[] readers;
    // By key and by version: appends that no read saw.
    private final int[] unseen;
    private final int[] nextUnseen;
    private boolean complete = true;

    ListInference(History history, AnomalyLog anomalies) {
        super(history, anomalies);
        this.longest = none(history.keys());
        this.ownRead = none(history.keys());
        this.ownAppends = new int[history.keys()];
        this.places = none(history.versions());
        this.readers = none(history.versions());
        this.unseen = none(history.keys());
        this.nextUnseen = none(history.versions());
    }

    @Override
    boolean isComplete() {
        return complete;
    }

    @Override
    void first(int key) {
        ownRead[key] = NONE;
        ownAppends[key] = 0;
    }

    @Override
    void write(int write) {
        ownAppends[history.key(write)]++;
    }

    @Override
    void read(int read) {
        int key = history.key(read);
        int length = history.readLength(read);
        boolean sound = true;
        for (int position = 0; position < length; position++) {
            int version = history.read(read, position);
            sound &= isSound(read, version);
            if (readers[version] == read) {
                int reader = history.transactionOf(read);
                report(
                        Anomaly.DUPLICATE_VALUE,
                        reader,
                        reader,
                        sentences.name(reader) + " read " + sentences.result(read) + ", with " + history.value(version)
                                + " in it twice");
                sound = false;
            }
            readers[version] = read;
        }
        if (sound && length > 0) {
            refuseIntermediate(read, history.read(read, length - 1));
        }
        judgeOwn(read);
        if (sound) {
            extendLongest(read);
        }
        ownRead[key] = read;
        ownAppends[key] = 0;
    }

    /** Checks that a transaction sees what it read before, followed by what it appended since. */
    private void judgeOwn(int read) {
        int key = history.key(read);
        int before = ownRead[key];
        int known = before == NONE ? history.readLength(read) - ownAppends[key] : history.readLength(before);
        boolean asBefore = known >= 0 && history.readLength(read) == known + ownAppends[key];
        for (int position = 0; asBefore && before != NONE && position < known; position++) {
            asBefore = history.read(read, position) == history.read(before, position);
        }
        if (!asBefore || !endsWithOwn(read, ownAppends[key])) {
            int reader = history.transactionOf(read);
            report(
                    Anomaly.INTERNAL,
                    reader,
                    reader,
                    sentences.name(reader) + " read " + sentences.result(read)
                            + (before == NONE ? "" : " after it had read " + sentences.result(before))
                            + (ownAppends[key] == 0
                                    ? ""
                                    : ", with " + ownAppends[key] + " appends of its own before that"));
        }
    }

    private boolean endsWithOwn(int read, int appends) {
        int position = history.readLength(read);
        int left = appends;
        for (int at = read - 1; left > 0; at--) {
            if (history.isWrite(at) && history.key(at) == history.key(read)) {
                left--;
                position--;
                if (history.read(read, position) != history.written(at)) {
                    return false;
                }
            }
        }
        return true;
    }

    private void extendLongest(int read) {
        int key = history.key(read);
        int other = longest[key];
        if (other == NONE) {
            longest[key] = read;
            return;
        }
        int common = Math.min(history.readLength(read), history.readLength(other));
        for (int position = 0; position < common; position++) {
            if (history.read(read, position) != history.read(other, position)) {
                int from = history.transactionOf(other);
                int to = history.transactionOf(read);
                report(
                        Anomaly.INCOMPATIBLE_ORDER,
                        from,
                        to,
                        sentences.name(from) + " read " + sentences.result(other) + ", but " + sentences.name(to)
                                + " read " + sentences.result(read));
                return;
            }
        }
        if (history.readLength(read) > history.readLength(other)) {
            longest[key] = read;
        }
    }

    @Override
    void versionOrders() {
        for (int key = 0; key < history.keys(); key++) {
            orderSeen(key);
        }
        orderUnseen();
        eachOutsideRead(this::orderRead);
        judgeFinalReads();
    }

    private void orderSeen(int key) {
        int last = NONE;
        for (int place = 0; longest[key] != NONE && place < history.readLength(longest[key]); place++) {
            int version = history.read(longest[key], place);
            places[version] = place;
            if (isCommitted(version)) {
                if (last != NONE) {
                    link(last, version);
                }
                last = version;
            }
        }
    }

    private void link(int earlier, int later) {
        if (history.writerOf(earlier) == history.writerOf(later)) {
            judgeOwnOrder(earlier, later);
            return;
        }
        graph.add(
                history.writerOf(earlier),
                history.writerOf(later),
                Dependency.WRITE_WRITE,
                history.writeOf(later),
                earlier);
    }

    /** Checks that the appends of one transaction are in a list in the order in which it made them. */
    private void judgeOwnOrder(int earlier, int later) {
        if (history.writeOf(later) < history.writeOf(earlier)) {
            int writer = history.writerOf(later);
            report(
                    Anomaly.INCOMPATIBLE_ORDER,
                    writer,
                    writer,
                    sentences.name(writer) + " " + sentences.wrote(history.writeOf(later)) + " before it "
                            + sentences.wrote(history.writeOf(earlier)) + ", but reads show "
                            + history.value(earlier) + " first");
        }
    }

    private void orderUnseen() {
        for (int version = 0; version < history.versions(); version++) {
            int key = history.keyOfVersion(version);
            if (places[version] == NONE && isCommitted(version)) {
                int other = unseen[key];
                complete &= other == NONE || history.writerOf(other) == history.writerOf(version);
                nextUnseen[version] = other;
                unseen[key] = version;
                int last = longest[key] == NONE ? NONE : lastCommitted(longest[key], history.readLength(longest[key]));
                if (last != NONE) {
                    link(last, version);
                }
            }
        }
    }

    /** Returns the newest committed version among the first {@code length} values of a read. */
    private int lastCommitted(int read, int length) {
        for (int position = length - 1; position >= 0; position--) {
            if (isCommitted(history.read(read, position))) {
                return history.read(read, position);
            }
        }
        return NONE;
    }

    private void orderRead(int read) {
        int transaction = history.transactionOf(read);
        int key = history.key(read);
        int length = history.readLength(read);
        if (length > 0 && isCommitted(history.read(read, length - 1))) {
            int version = history.read(read, length - 1);
            graph.add(history.writerOf(version), transaction, Dependency.WRITE_READ, read, version);
        }
        if (!isBeginning(read)) {
            return;
        }
        boolean newerSeen = false;
        for (int place = length;
                !newerSeen && longest[key] != NONE && place < history.readLength(longest[key]);
                place++) {
            int version = history.read(longest[key], place);
            if (isCommitted(version)) {
                graph.add(transaction, history.writerOf(version), antiDependency(read), read, version);
                newerSeen = true;
            }
        }
        if (!newerSeen) {
            missUnseen(transaction, read);
        }
        if (appends(transaction, key, read)) {
            updated(transaction, key, length == 0 ? initial(key) : history.read(read, length - 1));
        }
    }

    private boolean isBeginning(int read) {
        int key = history.key(read);
        int length = history.readLength(read);
        if (longest[key] == NONE) {
            return length == 0;
        }
        if (length > history.readLength(longest[key])) {
            return false;
        }
        for (int position = 0; position < length; position++) {
            if (history.read(read, position) != history.read(longest[key], position)) {
                return false;
            }
        }
        return true;
    }

    /** Links a read of the whole list to the appends that no read saw; 32 are enough for a verdict, and keep the graph small. */
    private void missUnseen(int transaction, int read) {
        int left = 32;
        for (int version = unseen[history.key(read)]; version != NONE && left > 0; version = nextUnseen[version]) {
            graph.add(transaction, history.writerOf(version), antiDependency(read), read, version);
            left--;
        }
    }

    private boolean appends(int transaction, int key, int from) {
        for (int at = from + 1; at < history.lastOperation(transaction); at++) {
            if (history.isWrite(at) && history.key(at) == key) {
                return true;
            }
        }
        return false;
    }

    /** Checks that every acknowledged append is in the reads made after all other transactions had ended. */
    private void judgeFinalReads() {
        int[] finalReads = none(history.keys());
        int[] seen = none(history.versions());
        eachFinalRead(read -> {
            finalReads[history.key(read)] = read;
            for (int position = 0; position < history.readLength(read); position++) {
                seen[history.read(read, position)] = read;
            }
        });
        for (int version = 0; version < history.versions(); version++) {
            int read = finalReads[history.keyOfVersion(version)];
            if (read != NONE && seen[version] == NONE) {
                reportLost(version, read);
            }
        }
    }
}
