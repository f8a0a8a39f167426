package squall.benchbase.output;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import squall.benchbase.config.WorkPhase;
import squall.benchbase.output.RequestLog.MeasuredRequest;
import squall.benchbase.output.RequestTotals.TypeNumbers;
import squall.engine.RunListener;
import squall.engine.RunResult;
import squall.engine.schedule.RunEnding;
import squall.measure.Window;
import squall.spi.DelegatingLoad;
import squall.spi.DelegatingLoad.DelegatingTurn;
import squall.spi.Load;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Session;
import squall.spi.Turn;

/**
 * Takes the requests of one phase from its sessions to the {@link RequestLog}: those sent after the warm-up, failed ones too, as BenchBase
 * counts them. A Delivery is one when it is queued, not when it is done; an execution that only warms up is none.
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
    private volatile long startedAtEpochMs;
    private volatile long endedAtEpochUs;
    private volatile long measuredNs;
    private volatile boolean complete;

    PhaseLog(RequestLog log, TypeNumbers types, WorkPhase phase, int sessions) {
        this.log = log;
        this.types = types;
        this.phase = phase;
        this.blockBytes = Math.clamp(ALL_BLOCKS / sessions, SMALLEST_BLOCK, LARGEST_BLOCK) * MeasuredRequest.BYTES;
    }

    /** The load to run in place of this one. */
    public Load watched(Load load) {
        return new LoggedLoad(load, this);
    }

    @Override
    public void started(long atEpochMs) {
        startedAtEpochMs = atEpochMs;
    }

    @Override
    public void finished(RunResult result) {
        complete = result.ending() instanceof RunEnding.Complete;
        endedAtEpochUs = startedAtEpochMs * 1000 + result.elapsedNs() / 1000;
        measuredNs = result.windows().stream()
                .filter(window -> window.window().kind() != Window.Kind.WARMUP)
                .mapToLong(window -> Math.round(window.seconds() * 1e9))
                .sum();
    }

    /** Second 0 of the warm-up; 0 if the phase never began. */
    long startedAtEpochMs() {
        return startedAtEpochMs;
    }

    /** When the last answer came, or the time was over. */
    long endedAtEpochUs() {
        return endedAtEpochUs;
    }

    /** How long it was measured, without the warm-up. */
    Duration measured() {
        return Duration.ofNanos(measuredNs);
    }

    /** Whether it came to its planned end. */
    boolean complete() {
        return complete;
    }

    /** @throws IOException if any request could not be kept */
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

    /** What one session has seen since its last block; used by that session's thread. */
    final class Block {
        private final int session;
        private final long warmUpNs = phase.warmUp().toNanos();
        private final ByteBuffer requests = ByteBuffer.allocate(blockBytes);

        private Block(int session) {
            this.session = session;
        }

        /**
         * @param turn whose operation was just recorded
         * @param sentNs since the run began
         */
        void add(Turn turn, Operation operation, long sentNs, Outcome outcome, int attempts) {
            int type = types.of(operation.name());
            if (type == 0 || sentNs < warmUpNs) {
                return;
            }
            MeasuredRequest.put(
                    requests,
                    type,
                    startedAtEpochMs * 1000 + sentNs / 1000,
                    (turn.nowNs() - sentNs) / 1000,
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

    /** Shows each whole operation to a {@link PhaseLog} as well. */
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

    /** A session whose records are kept. */
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

        /** The engine passes a session the same object for every turn, so each has one wrapper. */
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
                super.record(operation, dueNs, sentNs, outcome, attempts);
                block.add(turn, operation, sentNs, outcome, attempts);
            }
        }
    }
}
