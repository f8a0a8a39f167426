package squall.sql;

import java.time.Duration;
import java.util.SplittableRandom;
import squall.spi.CallContext;

/**
 * Wait between attempts: each a random share of a bound that doubles up to a limit ("full jitter"), so that sessions that failed together
 * do not retry together. Seeded, so that a session's waits repeat. Used by one thread.
 */
public final class Backoff {
    /** Maximum wait without checking whether the run is ending. */
    private static final long SLICE_NS = Duration.ofMillis(20).toNanos();

    private final long firstNs;
    private final long limitNs;
    private final SplittableRandom random;
    private int failures;

    public Backoff(Duration first, Duration limit, long seed) {
        firstNs = first.toNanos();
        limitNs = limit.toNanos();
        random = new SplittableRandom(seed);
    }

    /** Returns the next wait in nanoseconds, each drawn from a range twice as wide as the previous one. */
    public long nextNs() {
        long boundNs = Math.min(limitNs, firstNs << Math.min(failures, 20));
        failures++;
        return random.nextLong(boundNs + 1);
    }

    /** Begins with short waits again. */
    public void reset() {
        failures = 0;
    }

    /** Waits that long, or until the run is ending: then false. */
    public static boolean pause(CallContext call, long nanoseconds) throws InterruptedException {
        for (long leftNs = nanoseconds; leftNs > 0; leftNs -= SLICE_NS) {
            if (call.stopping()) {
                return false;
            }
            Thread.sleep(Duration.ofNanos(Math.min(leftNs, SLICE_NS)));
        }
        return !call.stopping();
    }
}
