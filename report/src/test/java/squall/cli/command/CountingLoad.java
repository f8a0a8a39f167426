package squall.cli.command;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import squall.spi.CheckResult;
import squall.spi.DelegatingLoad;
import squall.spi.FakeLoad;
import squall.spi.Instrument;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Session;

/** Load that answers every turn at once, and counts its sessions. */
final class CountingLoad extends DelegatingLoad {
    private final AtomicInteger opened = new AtomicInteger();
    private final List<Instrument> instruments;
    private final List<CheckResult> seen = new ArrayList<>();

    CountingLoad(Instrument... instruments) {
        super(FakeLoad.answering(new Operation(0, "COUNT", false), () -> Outcome.OK));
        this.instruments = List.of(instruments);
    }

    int opened() {
        return opened.get();
    }

    @Override
    public Session open(int session) throws IOException, InterruptedException {
        opened.incrementAndGet();
        return super.open(session);
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
}
