package squall.ycsb.store;

import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Turn;

/** A turn outside any run: for setting up, checking, and callers with measurements of their own. Records nothing. */
public record Detached(long startNs) implements Turn {
    /** One whose time starts now. */
    public static Turn now() {
        return new Detached(System.nanoTime());
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
        return System.nanoTime() - startNs;
    }

    @Override
    public void record(Operation operation, long dueNs, long sentNs, Outcome outcome, int attempts) {
        // Nobody measures here.
    }

    @Override
    public boolean stopping() {
        return Thread.currentThread().isInterrupted();
    }
}
