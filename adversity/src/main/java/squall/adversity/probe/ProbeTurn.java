package squall.adversity.probe;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import squall.spi.CallContext;
import squall.spi.ConnectionStep;

/**
 * Turn of a probe, which records its outcome by itself.
 *
 * @param index number of the turn, from 0
 * @param dueNs time at which it was due, by the clock
 * @param clock of the run, in nanoseconds since it began
 * @param stopped whether the probe is to end
 * @param connections receiver of the steps by which its session lost its connection and got another one
 */
record ProbeTurn(
        long index, long dueNs, LongSupplier clock, BooleanSupplier stopped, Consumer<ConnectionStep> connections)
        implements CallContext {
    @Override
    public long nowNs() {
        return clock.getAsLong();
    }

    @Override
    public boolean stopping() {
        return stopped.getAsBoolean();
    }

    @Override
    public void connecting(ConnectionStep step) {
        connections.accept(step);
    }
}
