package squall.ycsb.workload;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import squall.check.isolation.KeyShare;
import squall.check.isolation.VersionedTransaction;
import squall.engine.monitor.IsolationMonitor.SessionFeed;
import squall.isolation.LoadIsolation;
import squall.spi.Outcome;
import squall.ycsb.stamp.StampedStores;
import squall.ycsb.store.ColumnSelection;
import squall.ycsb.store.ReadRows;
import squall.ycsb.store.YcsbSchema;

/**
 * Feed of the versions that the operations of one session read and wrote, as its stamped values show them. Each column of a row is a key of its own.
 * One thread.
 */
final class RowVersions {
    private final SessionFeed feed;
    private final KeyShare judged;
    private final StampedStores.StampedStore store;
    private final int width;
    private final Map<String, Integer> places = new HashMap<>();

    /** @param judged share of the rows whose columns are judged */
    RowVersions(SessionFeed feed, KeyShare judged, StampedStores.StampedStore store, YcsbSchema schema) {
        this.feed = feed;
        this.judged = judged;
        this.store = store;
        this.width = schema.columns().size();
        for (int place = 0; place < width; place++) {
            places.put(schema.columns().get(place), place);
        }
    }

    void begin() {
        feed.begin();
    }

    /** Adds what a read of this row returned; nothing, if it has no answer. */
    void read(long row, ColumnSelection columns, ReadRows found, Outcome outcome) {
        if (!(outcome instanceof Outcome.Ok)) {
            return;
        }
        if (!judged.contains(row)) {
            feed.notJudged(columns.size(), 0);
            return;
        }
        for (int place = 0; place < columns.size(); place++) {
            feed.read(key(row, columns, place), version(columns, place, found));
        }
    }

    private long version(ColumnSelection columns, int place, ReadRows found) {
        String value = found.count() == 0 ? null : found.value(0, place);
        long sequence = value == null ? 0 : store.sequence(value);
        return sequence == 0 ? VersionedTransaction.INITIAL : version(sequence, columns, place);
    }

    /** Adds the last write of the store, of these columns of this row. @param attempts how often it was sent */
    void wrote(long row, ColumnSelection columns, int attempts) {
        if (!judged.contains(row)) {
            feed.notJudged(0, columns.size());
            return;
        }
        for (int place = 0; place < columns.size(); place++) {
            feed.write(key(row, columns, place), version(store.lastSequence(), columns, place));
        }
        if (attempts > 1) {
            feed.doubt(); // an earlier one may yet arrive
        }
    }

    /** Adds the last write of the store as an insert, which succeeds only where there is no row. */
    void inserted(long row, ColumnSelection columns, Outcome outcome) {
        if (outcome instanceof Outcome.Ok) {
            readInitial(row, columns);
        }
        wrote(row, columns, 1);
    }

    private void readInitial(long row, ColumnSelection columns) {
        if (!judged.contains(row)) {
            feed.notJudged(columns.size(), 0);
            return;
        }
        for (int place = 0; place < columns.size(); place++) {
            feed.read(key(row, columns, place), VersionedTransaction.INITIAL);
        }
    }

    /** Ends the transaction. @param outcome of its write, else of its read; null if nothing is known that is worth a check */
    void end(@Nullable Outcome outcome) {
        LoadIsolation.end(feed, outcome);
    }

    private long key(long row, ColumnSelection columns, int place) {
        return row * width + place(columns, place);
    }

    private long version(long sequence, ColumnSelection columns, int place) {
        return sequence * width + place(columns, place) + 1;
    }

    private int place(ColumnSelection columns, int place) {
        return columns.size() == width ? place : places.getOrDefault(columns.name(place), 0);
    }
}
