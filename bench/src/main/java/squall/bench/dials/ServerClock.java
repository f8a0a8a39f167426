package squall.bench.dials;

import java.util.concurrent.locks.LockSupport;

/** The clock of a server; tests use their own. */
public interface ServerClock {
    /** The machine's. */
    ServerClock SYSTEM = new ServerClock() {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public void parkNanos(long ns) {
            LockSupport.parkNanos(ns);
        }
    };

    long nanoTime();

    /** Waits about this long, or until the thread is unparked. */
    void parkNanos(long ns);
}
