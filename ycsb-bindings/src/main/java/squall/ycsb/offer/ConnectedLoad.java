package squall.ycsb.offer;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import squall.spi.CheckResult;
import squall.spi.Database;
import squall.spi.Instrument;
import squall.spi.Load;
import squall.spi.Operation;
import squall.spi.Place;
import squall.spi.Session;
import squall.ycsb.store.Stores;

/** A load that gives up its connections when it is closed. */
record ConnectedLoad(Load load, Stores stores) implements Load {
    @Override
    public List<Operation> operations() {
        return load.operations();
    }

    @Override
    public void setUp() throws IOException, InterruptedException {
        load.setUp();
    }

    @Override
    public Database database() {
        return load.database();
    }

    @Override
    public Session open(int session) throws IOException, InterruptedException {
        return load.open(session);
    }

    @Override
    public @Nullable Operation planned(long index) {
        return load.planned(index);
    }

    @Override
    public @Nullable Operation planned(Place place) {
        return load.planned(place);
    }

    @Override
    public List<Instrument> instruments(List<URI> pages) {
        return load.instruments(pages);
    }

    @Override
    public List<CheckResult> check() throws InterruptedException {
        return load.check();
    }

    @Override
    public String checking() {
        return load.checking();
    }

    @Override
    public void close() {
        load.close();
        stores.close();
    }
}
