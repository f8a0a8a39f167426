package squall.ycsb.workload;

import java.io.IOException;
import squall.check.CounterCheck;
import squall.check.DataCheck;
import squall.spi.CheckResult;
import squall.spi.DetachedTurn;
import squall.spi.Outcome;
import squall.ycsb.store.ColumnSelection;
import squall.ycsb.store.KeyValueStore;
import squall.ycsb.store.KeyValueStores;

/**
 * Counter that all sessions of a run increment, in a row of the run's own, and the value that it must have at the end. For all sessions.
 */
final class SharedCounter {
    private final KeyValueStores stores;
    private final ColumnSelection column;
    private final String key;
    private final CounterCheck acknowledged = new CounterCheck();

    /** @param writer differs from that of every other run on the table */
    SharedCounter(KeyValueStores stores, ColumnSelection column, String writer) {
        this.stores = stores;
        this.column = column;
        this.key = "counter:" + writer;
    }

    /** Puts it there. @throws IOException if the database does not take it */
    void create() throws IOException, InterruptedException {
        try (KeyValueStore store = stores.open(0)) {
            Outcome outcome = in(store).create(DetachedTurn.now());
            if (!(outcome instanceof Outcome.Ok)) {
                throw new IOException("the counter's row " + key + " could not be written: " + outcome);
            }
        }
    }

    /** Returns the counter as a session with this store uses it. */
    KeyValueStore.HotCounter in(KeyValueStore store) {
        return store.counter(key, column);
    }

    /** Records the outcome of an update. */
    void ended(Outcome outcome) {
        acknowledged.ended(outcome);
    }

    /** Judges it once all sessions have ended; its row is removed unless something is wrong with it. */
    CheckResult check() throws InterruptedException {
        return DataCheck.of("counter", "acknowledged updates", check -> {
            try (KeyValueStore store = stores.openLatest()) {
                return judged(store, check);
            }
        });
    }

    private String judged(KeyValueStore store, DataCheck check) throws IOException, InterruptedException {
        KeyValueStore.HotCounter counter = in(store);
        Outcome outcome = counter.read(DetachedTurn.now());
        if (outcome.equals(Outcome.NOT_FOUND)) {
            check.wrong("the counter's row " + key + " does not exist");
            return "";
        }
        if (!(outcome instanceof Outcome.Ok)) {
            throw new IOException("the counter's row " + key + " could not be read: " + outcome);
        }
        String counts = acknowledged.judge(counter.value(), check);
        if (acknowledged.judge(counter.value()).none()) {
            store.delete(key, DetachedTurn.now()); // if it remains, it is one additional row that is never read
        }
        return counts;
    }
}
