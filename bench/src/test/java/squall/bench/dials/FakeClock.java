package squall.bench.dials;

import java.util.concurrent.atomic.AtomicLong;
import squall.bench.dials.DialsServer.ServerClock;

/** Time that passes only by waiting for it. */
final class FakeClock implements ServerClock {
    private final AtomicLong nowNs = new AtomicLong(1_000_000_000_000L);

    @Override
    public long nanoTime() {
        return nowNs.get();
    }

    @Override
    public void parkNanos(long ns) {
        nowNs.addAndGet(ns);
    }
}
