package squall.spi;

import java.util.function.BooleanSupplier;

/**
 * A turn outside any run: for setting up, loading, checking, and callers with measurements of their own. Records nothing.
 *
 * @param startNs of {@link System#nanoTime}, from which its time counts
 * @param stopped whether to give up
 */
public record DetachedTurn(long startNs, BooleanSupplier stopped) implements Turn {
    /** One whose time starts now, until its thread is interrupted. */
    public static Turn now() {
        return now(() -> Thread.currentThread().isInterrupted());
    }

    /** One whose time starts now. @param stopped whether to give up */
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
