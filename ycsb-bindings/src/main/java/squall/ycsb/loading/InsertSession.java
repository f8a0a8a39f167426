package squall.ycsb.loading;

import squall.spi.Session;
import squall.spi.Turn;
import squall.ycsb.distribution.SplitMix;
import squall.ycsb.store.Store;
import squall.ycsb.store.Values;
import squall.ycsb.workload.CoreSettings;

/** Loads row by row. One thread. */
final class InsertSession implements Session {
    private final CoreSettings settings;
    private final Store store;
    private final Tally tally;
    private final SplitMix random = new SplitMix();
    private final Values values;

    InsertSession(CoreSettings settings, Store store, Tally tally) {
        this.settings = settings;
        this.store = store;
        this.tally = tally;
        this.values = new Values(settings.schema().all());
    }

    @Override
    public boolean perform(Turn turn) throws InterruptedException {
        long number = settings.first() + turn.index();
        String key = settings.loadedRow(number, random, values);
        long sentNs = turn.nowNs();
        long dueNs = turn.dueNs();
        store.insert(key, values, turn, (outcome, attempts, now) -> {
            tally.add(number, outcome);
            now.record(Loading.INSERT, dueNs, sentNs, outcome, attempts);
        });
        return true;
    }

    @Override
    public void flush(Turn turn) throws InterruptedException {
        store.flush(turn);
    }

    @Override
    public void abort() {
        store.abort();
    }

    @Override
    public void close() {
        store.close();
    }
}
