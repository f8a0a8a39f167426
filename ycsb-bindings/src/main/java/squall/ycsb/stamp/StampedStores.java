package squall.ycsb.stamp;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import squall.spi.CheckResult;
import squall.spi.Database;
import squall.spi.Instrument;
import squall.ycsb.store.Columns;
import squall.ycsb.store.Store;
import squall.ycsb.store.Stores;

/**
 * Stores whose sessions write stamped values, and know afterwards whether what was acknowledged is there. They have to be the only
 * writers of their rows as long as they run.
 */
public final class StampedStores implements Stores {
    private final Stores stores;
    private final StampedText text;
    private final Ledger ledger;

    /**
     * @param columns all of the table
     * @param writer in every value that is written here; differs from that of every other run on the table, and has no dot
     */
    public StampedStores(Stores stores, StampedText text, Columns columns, String writer) {
        this.stores = stores;
        this.text = text;
        this.ledger = new Ledger(columns, writer);
    }

    @Override
    public Store open(int session) throws IOException, InterruptedException {
        return new StampedStore(stores.open(session), text, ledger);
    }

    @Override
    public Database describe() throws IOException, InterruptedException {
        return stores.describe();
    }

    @Override
    public List<Instrument> instruments(List<URI> pages) {
        return stores.instruments(pages);
    }

    /** Reads back every row that was written; to be called once all sessions have ended. */
    public CheckResult check() throws InterruptedException {
        return new StampCheck(stores, text, ledger).run();
    }
}
