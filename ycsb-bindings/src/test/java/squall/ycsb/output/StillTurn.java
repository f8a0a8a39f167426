package squall.ycsb.output;

import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Turn;

/** The first turn, due at 0, at a moment that lasts. */
record StillTurn(long nowNs) implements Turn {
    @Override
    public long index() {
        return 0;
    }

    @Override
    public long dueNs() {
        return 0;
    }

    @Override
    public void record(Operation operation, long dueNs, long sentNs, Outcome outcome, int attempts) {}

    @Override
    public boolean stopping() {
        return false;
    }
}
