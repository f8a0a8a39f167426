package squall.sql;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Turn;

/** Turn whose clock runs on by itself and can be put forward. */
public final class TestTurn implements Turn {
    private final long beganNs = System.nanoTime();
    private final AtomicLong aheadNs = new AtomicLong();
    private volatile boolean stopping;

    public void putForward(Duration by) {
        aheadNs.addAndGet(by.toNanos());
    }

    public void stop() {
        stopping = true;
    }

    @Override
    public long index() {
        return 0;
    }

    @Override
    public long dueNs() {
        return 0;
    }

    @Override
    public long nowNs() {
        return System.nanoTime() - beganNs + aheadNs.get();
    }

    @Override
    public void record(Operation operation, long dueNs, long sentNs, Outcome outcome, int attempts) {
        throw new UnsupportedOperationException("sessions of this layer record nothing");
    }

    @Override
    public boolean stopping() {
        return stopping;
    }
}
