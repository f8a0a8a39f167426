package squall.spi;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Load that passes every call on to another; a subclass overrides the methods that differ. */
public class DelegatingLoad implements Load {
    private final Load load;

    /** @param load closed with this one */
    protected DelegatingLoad(Load load) {
        this.load = load;
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
    public DatabaseInfo database() {
        return load.database();
    }

    @Override
    public void keepIn(Path directory) throws IOException, InterruptedException {
        load.keepIn(directory);
    }

    @Override
    public void reportTo(EventSink sink) {
        load.reportTo(sink);
    }

    @Override
    public Session open(int session) throws IOException, InterruptedException {
        return load.open(session);
    }

    @Override
    public void begins(long startedAtEpochMs) {
        load.begins(startedAtEpochMs);
    }

    @Override
    public @Nullable Operation planned(long index) {
        return load.planned(index);
    }

    @Override
    public @Nullable Operation planned(TurnPosition place) {
        return load.planned(place);
    }

    @Override
    public List<Instrument> instruments(List<URI> pages) {
        return load.instruments(pages);
    }

    @Override
    public Optional<ClientBarrier> barrier() {
        return load.barrier();
    }

    @Override
    public DriverSteps driverSteps(long originNs) {
        return load.driverSteps(originNs);
    }

    @Override
    public List<CheckResult> seen() {
        return load.seen();
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

    /** Turn that passes every call on to another; a subclass overrides the methods that differ. Valid as long as the other turn. */
    public static class DelegatingTurn implements Turn {
        private final Turn turn;

        protected DelegatingTurn(Turn turn) {
            this.turn = turn;
        }

        @Override
        public long index() {
            return turn.index();
        }

        @Override
        public int terminal() {
            return turn.terminal();
        }

        @Override
        public long step() {
            return turn.step();
        }

        @Override
        public long dueNs() {
            return turn.dueNs();
        }

        @Override
        public long nowNs() {
            return turn.nowNs();
        }

        @Override
        public boolean scheduled() {
            return turn.scheduled();
        }

        @Override
        public void record(Operation operation, long dueNs, long sentNs, Outcome outcome, int attempts) {
            turn.record(operation, dueNs, sentNs, outcome, attempts);
        }

        @Override
        public void defer() {
            turn.defer();
        }

        @Override
        public void connecting(ConnectionStep step) {
            turn.connecting(step);
        }

        @Override
        public boolean deferred() {
            return turn.deferred();
        }

        @Override
        public boolean stopping() {
            return turn.stopping();
        }
    }
}
