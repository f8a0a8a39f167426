package squall.ycsb.store;

import squall.spi.Session;
import squall.spi.Turn;

/** Session of a load on one store. One thread. */
public abstract class StoreSession implements Session {
    protected final KeyValueStore store;

    /** @param store closed with this */
    protected StoreSession(KeyValueStore store) {
        this.store = store;
    }

    @Override
    public final void flush(Turn turn) throws InterruptedException {
        store.flush(turn);
    }

    @Override
    public final void abort() {
        store.abort();
    }

    @Override
    public final void close() {
        store.close();
    }
}
