package squall.ycsb.stamp;

import squall.spi.Outcome;
import squall.spi.Turn;
import squall.ycsb.store.Columns;
import squall.ycsb.store.HotCounter;
import squall.ycsb.store.Rows;
import squall.ycsb.store.Store;
import squall.ycsb.store.Values;

/** Writes stamped values in place of those it is given, and enters in the ledger how each write ended. One thread. */
final class StampedStore implements Store {
    private final Store store;
    private final StampedText text;
    private final Ledger.Pen pen;
    private final Values stamped;

    StampedStore(Store store, StampedText text, Ledger ledger) {
        this.store = store;
        this.text = text;
        this.pen = ledger.pen();
        this.stamped = new Values(ledger.columns());
    }

    @Override
    public Outcome read(String key, Columns columns, Rows into, Turn turn) throws InterruptedException {
        return store.read(key, columns, into, turn);
    }

    @Override
    public Outcome scan(String first, int limit, Columns columns, Rows into, Turn turn) throws InterruptedException {
        return store.scan(first, limit, columns, into, turn);
    }

    @Override
    public Outcome update(String key, Values values, Turn turn) throws InterruptedException {
        return write(key, values.columns(), () -> store.update(key, stamped, turn));
    }

    @Override
    public Outcome insert(String key, Values values, Turn turn) throws InterruptedException {
        return write(key, values.columns(), () -> store.insert(key, stamped, turn));
    }

    /** Not followed: CoreWorkload never deletes. */
    @Override
    public Outcome delete(String key, Turn turn) throws InterruptedException {
        return store.delete(key, turn);
    }

    /** Not stamped: a row of its own, with a check of its own. */
    @Override
    public HotCounter counter(String key, Columns column) {
        return store.counter(key, column);
    }

    @Override
    public int attempts() {
        return store.attempts();
    }

    @Override
    public void abort() {
        store.abort();
    }

    @Override
    public void close() {
        store.close();
    }

    private Outcome write(String key, Columns columns, Write write) throws InterruptedException {
        Stamp stamp = pen.begin();
        text.fill(key, columns, stamp, stamped);
        try {
            Outcome outcome = write.send();
            pen.end(key, columns, stamp, outcome, store.attempts());
            return outcome;
        } catch (InterruptedException e) {
            pen.forget(stamp);
            throw e;
        }
    }

    /** Sends what is stamped. */
    private interface Write {
        Outcome send() throws InterruptedException;
    }
}
