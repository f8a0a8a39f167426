package squall.spi;

import java.util.function.BooleanSupplier;

/**
 * Turn outside any run, for setting up, loading, checking, and callers that measure by themselves. Records nothing.
 *
 * @param startNs value of {@link System#nanoTime} from which its time counts
 * @param stopped whether the caller is to give up
 */
public record DetachedTurn(long startNs, BooleanSupplier stopped) implements Turn {
    /** Creates a turn whose time starts now, and which is stopped when its thread is interrupted. */
    public static Turn now() {
        return now(() -> Thread.currentThread().isInterrupted());
    }

    /** Creates a turn whose time starts now. @param stopped whether the caller is to give up */
    public static Turn now(BooleanSupplier stopped) {
        return new DetachedTurn(System.nanoTime(), stopped);
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
        return stopped.getAsBoolean();
    }
}
