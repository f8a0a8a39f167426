package squall.ycsb.store;

import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Turn;

/** A turn outside any run: for setting up, checking, and callers with measurements of their own. Records nothing. */
public record DetachedTurn(long startNs) implements Turn {
    /** One whose time starts now. */
    public static Turn now() {
        return new DetachedTurn(System.nanoTime());
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
        // A turn that is not measured.
    }

    @Override
    public boolean stopping() {
        return Thread.currentThread().isInterrupted();
    }
}
