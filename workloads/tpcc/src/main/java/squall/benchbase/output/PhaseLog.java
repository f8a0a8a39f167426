package squall.benchbase.output;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import squall.benchbase.config.WorkPhase;
import squall.benchbase.output.RequestLog.MeasuredRequest;
import squall.benchbase.output.RequestTotals.TypeNumbers;
import squall.engine.RunListener;
import squall.engine.RunResult;
import squall.engine.schedule.RunEnding;
import squall.engine.schedule.RunStart;
import squall.measure.Window;
import squall.spi.DelegatingLoad;
import squall.spi.DelegatingLoad.DelegatingTurn;
import squall.spi.Load;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Session;
import squall.spi.Turn;

/**
 * Log of the requests of one phase, which its sessions add to the {@link RequestLog}: those sent after the warm-up, failed ones too, as
 * BenchBase counts them. A Delivery counts when it is queued, not when it is done; an execution that only warms up does not count.
 *
 * <p>Each session writes into a block of its own, without a lock until the block is full.
 */
public final class PhaseLog implements RunListener {
    private static final int ALL_BLOCKS = 1 << 18; // requests, in the blocks of all sessions: 9 MB
    private static final int SMALLEST_BLOCK = 64;
    private static final int LARGEST_BLOCK = 4096;

    private final RequestLog log;
    private final TypeNumbers types;
    private final WorkPhase phase;
    private final int blockBytes;
    private final AtomicReference<@Nullable IOException> failure = new AtomicReference<>();
    private volatile Optional<RunStart> start = Optional.empty();
    private volatile long elapsedNs;
    private volatile long measuredNs;
    private volatile boolean complete;

    PhaseLog(RequestLog log, TypeNumbers types, WorkPhase phase, int sessions) {
        this.log = log;
        this.types = types;
        this.phase = phase;
        this.blockBytes = Math.clamp(ALL_BLOCKS / sessions, SMALLEST_BLOCK, LARGEST_BLOCK) * MeasuredRequest.BYTES;
    }

    /** Wraps the load of the phase, so that its requests are logged. */
    public Load watched(Load load) {
        return new LoggedLoad(load, this);
    }

    @Override
    public void started(RunStart at) {
        start = Optional.of(at);
    }

    @Override
    public void finished(RunResult result) {
        complete = result.ending() instanceof RunEnding.Complete;
        elapsedNs = result.elapsedNs();
        measuredNs = result.windows().stream()
                .filter(window -> window.window().kind() != Window.Kind.WARMUP)
                .mapToLong(window -> Math.round(window.seconds() * 1e9))
                .sum();
    }

    /** Returns the phase's number in the file. */
    int number() {
        return phase.number();
    }

    /** Returns second 0 of the warm-up; empty if the phase never began. To be called after its run. */
    Optional<RunStart> start() {
        return start;
    }

    /** Returns the time from second 0 to the last answer, or to the end of the phase's time. To be called after its run. */
    Duration elapsed() {
        return Duration.ofNanos(elapsedNs);
    }

    /** Returns the measured time, without the warm-up. To be called after its run. */
    Duration measured() {
        return Duration.ofNanos(measuredNs);
    }

    /** Returns whether the phase came to its planned end. To be called after its run. */
    boolean complete() {
        return complete;
    }

    /** Checks that all requests were kept. @throws IOException if one could not be written */
    void requireWhole() throws IOException {
        IOException first = failure.get();
        if (first != null) {
            throw first;
        }
    }

    Block block(int session) {
        return new Block(session);
    }

    private void keep(ByteBuffer requests) {
        try {
            log.add(requests);
        } catch (IOException e) {
            failure.compareAndSet(null, e); // told when the run has ended: a full disk must not disturb the measurement
        }
    }

    /** Block of the requests of a session since its last block was written; used by that session's thread. */
    final class Block {
        private final int session;
        private final long warmUpNs = phase.warmUp().toNanos();
        private final ByteBuffer requests = ByteBuffer.allocate(blockBytes);

        private Block(int session) {
            this.session = session;
        }

        /**
         * Adds an operation, if it counts.
         *
         * @param sentNs since the run began
         * @param answeredNs since the run began
         */
        void add(Turn turn, Operation operation, long sentNs, long answeredNs, Outcome outcome, int attempts) {
            int type = types.of(operation.name());
            if (type == 0 || sentNs < warmUpNs) {
                return;
            }
            MeasuredRequest.put(
                    requests,
                    type,
                    sentNs / 1000,
                    (answeredNs - sentNs) / 1000,
                    1 + (turn.terminal() == Turn.NO_TERMINAL ? session : turn.terminal()),
                    phase.number(),
                    RequestEnd.of(outcome),
                    attempts - 1);
            if (!requests.hasRemaining()) {
                flush();
            }
        }

        void flush() {
            keep(requests.flip());
            requests.clear();
        }
    }

    /** Load that shows each whole operation to a {@link PhaseLog} as well. */
    private static final class LoggedLoad extends DelegatingLoad {
        private final PhaseLog log;

        LoggedLoad(Load load, PhaseLog log) {
            super(load);
            this.log = log;
        }

        @Override
        public Session open(int session) throws IOException, InterruptedException {
            return new LoggedSession(super.open(session), log.block(session));
        }
    }

    /** Session whose records are logged. */
    private static final class LoggedSession implements Session {
        private final Session session;
        private final PhaseLog.Block block;
        private @Nullable LoggedTurn last;

        LoggedSession(Session session, PhaseLog.Block block) {
            this.session = session;
            this.block = block;
        }

        @Override
        public boolean perform(Turn turn) throws InterruptedException {
            return session.perform(logged(turn));
        }

        @Override
        public void flush(Turn turn) throws InterruptedException {
            session.flush(logged(turn));
        }

        @Override
        public void abort() {
            session.abort();
        }

        @Override
        public void close() {
            session.close();
            block.flush();
        }

        /** Returns the wrapper of a turn. The engine passes a session the same object for every turn, so each has one wrapper. */
        @SuppressWarnings("ReferenceEquality") // the very object is meant
        private LoggedTurn logged(Turn turn) {
            LoggedTurn known = last;
            if (known == null || known.turn != turn) {
                known = new LoggedTurn(turn, block);
                last = known;
            }
            return known;
        }

        private static final class LoggedTurn extends DelegatingTurn {
            private final Turn turn;
            private final PhaseLog.Block block;

            LoggedTurn(Turn turn, PhaseLog.Block block) {
                super(turn);
                this.turn = turn;
                this.block = block;
            }

            @Override
            public void record(Operation operation, long dueNs, long sentNs, Outcome outcome, int attempts) {
                long answeredNs = turn.nowNs(); // before recording, which takes longest when it is first compiled
                super.record(operation, dueNs, sentNs, outcome, attempts);
                block.add(turn, operation, sentNs, answeredNs, outcome, attempts);
            }
        }
    }
}
