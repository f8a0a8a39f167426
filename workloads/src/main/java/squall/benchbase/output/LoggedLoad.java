package squall.benchbase.output;

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

/** A load that passes everything on to another, and each whole operation to a {@link PhaseLog} as well. */
final class LoggedLoad implements Load {
    private final Load load;
    private final PhaseLog log;

    LoggedLoad(Load load, PhaseLog log) {
        this.load = load;
        this.log = log;
    }

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
        return new LoggedSession(load.open(session), log.block(session));
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
    }
}
