package squall.ycsb.output;

import java.io.IOException;
import java.util.function.Supplier;
import squall.spi.DelegatingLoad;
import squall.spi.Load;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Session;
import squall.spi.Turn;

/** Load that shows each record of another load to a {@link SampledLoad.SampleSink} as well. */
class SampledLoad extends DelegatingLoad {
    private final Supplier<? extends SampleSink> sinks;

    /** @param sinks gives each session one of its own */
    SampledLoad(Load load, Supplier<? extends SampleSink> sinks) {
        super(load);
        this.sinks = sinks;
    }

    @Override
    public Session open(int session) throws IOException, InterruptedException {
        return new SampledSession(super.open(session), sinks.get());
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

    private static final class SampledTurn extends DelegatingTurn {
        private final SampleSink sink;

        SampledTurn(Turn turn, SampleSink sink) {
            super(turn);
            this.sink = sink;
        }

        @Override
        public void record(Operation operation, long dueNs, long sentNs, Outcome outcome, int attempts) {
            super.record(operation, dueNs, sentNs, outcome, attempts);
            sink.add(operation, scheduled() ? dueNs : sentNs, sentNs, nowNs(), outcome);
        }
    }

    /** Sink that takes what one session records; used by that session's thread. */
    interface SampleSink {
        /**
         * @param dueNs when the latency begins: {@code sentNs} where there is no schedule
         * @param doneNs since the run began, as the two others
         */
        void add(Operation operation, long dueNs, long sentNs, long doneNs, Outcome outcome);

        /** Flushes the samples, because nothing more comes from this session. */
        default void flush() {}
    }
}
