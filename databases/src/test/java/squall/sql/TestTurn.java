package squall.sql;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import squall.spi.ConnectionStep;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Turn;

/** Turn whose clock runs on by itself and can be put forward. */
public final class TestTurn implements Turn {
    private final long beganNs = System.nanoTime();
    private final AtomicLong aheadNs = new AtomicLong();
    private final List<ConnectionStep> steps = new CopyOnWriteArrayList<>();
    private volatile boolean stopping;

    public void putForward(Duration by) {
        aheadNs.addAndGet(by.toNanos());
    }

    public void stop() {
        stopping = true;
    }

    /** Returns the steps that sessions reported so far. */
    List<ConnectionStep> steps() {
        return List.copyOf(steps);
    }

    @Override
    public void connecting(ConnectionStep step) {
        steps.add(step);
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
