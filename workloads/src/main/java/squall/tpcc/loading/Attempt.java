package squall.tpcc.loading;

import java.util.concurrent.atomic.AtomicBoolean;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Turn;

/** A turn outside any run, whose time starts now. @param stopped whether the load has been given up */
record Attempt(long startNs, AtomicBoolean stopped) implements Turn {
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
        // A load is timed as a whole.
    }

    @Override
    public boolean stopping() {
        return stopped.get();
    }
}
