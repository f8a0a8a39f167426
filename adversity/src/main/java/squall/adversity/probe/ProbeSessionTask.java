package squall.adversity.probe;

import java.util.concurrent.atomic.LongAdder;
import squall.adversity.probe.store.ProbeSession;
import squall.spi.Turn;

/** A stroke with one session; what it could not do in time it leaves out. */
final class ProbeSessionTask implements PeriodicProbe.Stroke {
    /** What is done. */
    interface Deed {
        void with(ProbeSession probeSession, Turn turn) throws InterruptedException;
    }

    private final ProbeSession probeSession;
    private final LongAdder left;
    private final Deed deed;

    /** @param left counts what was left out */
    ProbeSessionTask(ProbeSession probeSession, LongAdder left, Deed deed) {
        this.probeSession = probeSession;
        this.left = left;
        this.deed = deed;
    }

    @Override
    public void perform(Turn turn) throws InterruptedException {
        deed.with(probeSession, turn);
    }

    @Override
    public void missed(long dueNs) {
        left.increment();
    }

    @Override
    public void abort() {
        probeSession.abort();
    }

    @Override
    public void close() {
        probeSession.close();
    }
}
