package squall.bench.dials;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** What lies between one connection and its server. One thread waits at it; any other may cut it. */
final class Wire {
    private final Clock clock;
    private volatile boolean cut;
    private volatile @Nullable Thread waiting;

    Wire(Clock clock) {
        this.clock = clock;
    }

    boolean isCut() {
        return cut;
    }

    void cut() {
        cut = true;
        Thread thread = waiting;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    /** Waits until {@code untilNs} of the clock. An interrupt is kept for later, as a blocked socket would. @return false if cut before */
    boolean await(long untilNs) {
        if (clock.nanoTime() >= untilNs) {
            return !cut;
        }
        waiting = Thread.currentThread();
        boolean interrupted = false;
        for (long now = clock.nanoTime(); !cut && now < untilNs; now = clock.nanoTime()) {
            clock.parkNanos(untilNs - now);
            interrupted |= Thread.interrupted();
        }
        waiting = null;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !cut;
    }
}
