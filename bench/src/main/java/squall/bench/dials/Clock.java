package squall.bench.dials;

import java.util.concurrent.locks.LockSupport;

/** The time a server lives in; tests bring their own. */
public interface Clock {
    /** The machine's. */
    Clock SYSTEM = new Clock() {
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
