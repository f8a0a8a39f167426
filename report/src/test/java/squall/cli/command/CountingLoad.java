package squall.cli.command;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import squall.spi.CheckResult;
import squall.spi.DatabaseInfo;
import squall.spi.Instrument;
import squall.spi.Load;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Session;
import squall.spi.Turn;

/** Load that answers every turn at once, and counts its sessions. */
final class CountingLoad implements Load {
    private static final Operation COUNT = new Operation(0, "COUNT", false);

    private final AtomicInteger opened = new AtomicInteger();
    private final List<Instrument> instruments;
    private final List<CheckResult> seen = new ArrayList<>();

    CountingLoad(Instrument... instruments) {
        this.instruments = List.of(instruments);
    }

    int opened() {
        return opened.get();
    }

    @Override
    public List<Operation> operations() {
        return List.of(COUNT);
    }

    @Override
    public void setUp() {}

    @Override
    public DatabaseInfo database() {
        return DatabaseInfo.NONE;
    }

    @Override
    public Session open(int session) {
        opened.incrementAndGet();
        return new Session() {
            @Override
            public boolean perform(Turn turn) {
                turn.record(COUNT, turn.nowNs(), Outcome.OK, 1);
                return true;
            }

            @Override
            public void abort() {}

            @Override
            public void close() {}
        };
    }

    @Override
    public List<Instrument> instruments(List<URI> pages) {
        return instruments;
    }

    /** Adds a result that the load reports to have seen while it ran. */
    void see(CheckResult result) {
        seen.add(result);
    }

    @Override
    public List<CheckResult> seen() {
        return List.copyOf(seen);
    }

    @Override
    public void close() {}
}
