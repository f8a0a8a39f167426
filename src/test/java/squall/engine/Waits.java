package squall.engine;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import squall.spi.Turn;

/** Collection of waits to which a database puts a session. */
final class Waits {
    private Waits() {}

    /** Takes as long as a database would. */
    static void until(Turn turn, long untilNs) {
        for (long now = turn.nowNs(); now < untilNs; now = turn.nowNs()) {
            LockSupport.parkNanos(untilNs - now);
        }
    }

    /** Waits without regard to interrupts, as a driver blocked in a socket does. */
    static void deafly(CountDownLatch latch) {
        boolean counted = false;
        while (!counted) {
            try {
                counted = latch.await(60, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                // The point of this method.
            }
        }
    }
}
