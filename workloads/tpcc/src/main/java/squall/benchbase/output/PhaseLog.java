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
import squall.cli.command.ObservedLoad;
import squall.engine.RunListener;
import squall.engine.RunResult;
import squall.engine.schedule.RunEnding;
import squall.engine.schedule.RunStart;
import squall.measure.Window;
import squall.spi.Load;
import squall.spi.Operation;
import squall.spi.Outcome;
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
        return new ObservedLoad(load, Block::new);
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

    private void keep(ByteBuffer requests) {
        try {
            log.add(requests);
        } catch (IOException e) {
            failure.compareAndSet(null, e); // told when the run has ended: a full disk must not disturb the measurement
        }
    }

    /** Block of the requests of a session since its last block was written; used by that session's thread. */
    private final class Block implements ObservedLoad.Observer {
        private final int session;
        private final long warmUpNs = phase.warmUp().toNanos();
        private final ByteBuffer requests = ByteBuffer.allocate(blockBytes);

        private Block(int session) {
            this.session = session;
        }

        /** {@inheritDoc} Adds the operation, if it counts. */
        @Override
        public void recorded(
                Turn turn,
                Operation operation,
                long dueNs,
                long sentNs,
                long answeredNs,
                Outcome outcome,
                int attempts) {
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

        @Override
        public void flush() {
            keep(requests.flip());
            requests.clear();
        }
    }
}
