package squall.run;

/** Nanoseconds since the run began; starts once, before any session is given a turn. */
final class RunClock {
    private volatile long origin;

    void start() {
        origin = System.nanoTime();
    }

    long nowNs() {
        return System.nanoTime() - origin;
    }
}
