package squall.ycsb.loading;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import squall.spi.CheckResult;
import squall.spi.Database;
import squall.spi.Instrument;
import squall.spi.Load;
import squall.spi.Operation;
import squall.spi.Session;
import squall.ycsb.store.Shards;
import squall.ycsb.store.Stores;
import squall.ycsb.store.Way;
import squall.ycsb.workload.CoreSettings;

/** CoreWorkload's load phase: turn {@code n} brings row {@code insertstart + n}. */
public final class Loading implements Load {
    static final Operation INSERT = new Operation(0, "INSERT", false);

    private final CoreSettings settings;
    private final Stores stores;
    private final LoadMode mode;
    private final boolean append;
    private final Database server;
    private final Tally tally = new Tally();

    /**
     * @param append whether rows may be there already; they are then left out
     * @param server what the database says of itself
     */
    public Loading(CoreSettings settings, Stores stores, LoadMode mode, boolean append, Database server) {
        this.settings = settings;
        this.stores = stores;
        this.mode = mode;
        this.append = append;
        this.server = server;
    }

    /** What became of the rows; grows while the load runs. */
    public Tally tally() {
        return tally;
    }

    @Override
    public List<Operation> operations() {
        return List.of(INSERT);
    }

    @Override
    public void setUp() {
        // The table was made ready before: what is to be done with existing rows decides whether there is a load at
        // all.
    }

    @Override
    public Database database() {
        return server;
    }

    @Override
    public Session open(int session) throws IOException, InterruptedException {
        if (stores instanceof Shards shards && (append || mode.way() != Way.INSERT)) {
            return new ChunkSession(settings, shards, mode, append, tally, session);
        }
        return new InsertSession(settings, stores.open(session), tally);
    }

    @Override
    public @Nullable Operation planned(long index) {
        return INSERT;
    }

    @Override
    public List<Instrument> instruments(List<URI> pages) {
        return stores.instruments(pages);
    }

    @Override
    public List<CheckResult> check() {
        return List.of();
    }

    @Override
    public void close() {
        // The stores are their maker's to close.
    }
}
