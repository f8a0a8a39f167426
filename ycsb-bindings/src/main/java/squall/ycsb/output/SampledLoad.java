package squall.ycsb.output;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import squall.spi.CheckResult;
import squall.spi.Database;
import squall.spi.Instrument;
import squall.spi.Load;
import squall.spi.Operation;
import squall.spi.Session;
import squall.spi.Turn;

/** A load that passes everything on to another, and each record to a {@link SampleSink} as well. */
final class SampledLoad implements Load {
    private final Load load;
    private final Supplier<? extends SampleSink> sinks;

    /** @param sinks gives each session one of its own */
    SampledLoad(Load load, Supplier<? extends SampleSink> sinks) {
        this.load = load;
        this.sinks = sinks;
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
        return new SampledSession(load.open(session), sinks.get());
    }

    @Override
    public @Nullable Operation planned(long index) {
        return load.planned(index);
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

    private record SampledSession(Session session, SampleSink sink) implements Session {
        @Override
        public boolean perform(Turn turn) throws InterruptedException {
            return session.perform(new SampledTurn(turn, sink));
        }

        @Override
        public void flush(Turn turn) throws InterruptedException {
            session.flush(new SampledTurn(turn, sink));
        }

        @Override
        public void abort() {
            session.abort();
        }

        @Override
        public void close() {
            session.close();
            sink.flush();
        }
    }
}
