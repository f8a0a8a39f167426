package squall.engine.schedule;

import java.time.InstantSource;
import java.util.concurrent.TimeUnit;

/**
 * Start of a run's clock: the only moment at which a run reads the wall clock, which may be set at any time.
 *
 * @param epochMs wall-clock time of second 0, in milliseconds since 1970
 * @param originNs {@link System#nanoTime} of second 0
 */
public record RunStart(long epochMs, long originNs) {
    /** Creates a start at the current time. */
    static RunStart now(InstantSource wallClock) {
        return new RunStart(wallClock.millis(), System.nanoTime());
    }

    /** Returns the nanoseconds from the start to now. */
    public long elapsedNs() {
        return System.nanoTime() - originNs;
    }

    /** Returns the wall-clock time of a later run's start in microseconds since 1970, as if the wall clock had not been set in between. */
    public long epochUsOf(RunStart later) {
        return TimeUnit.MILLISECONDS.toMicros(epochMs) + TimeUnit.NANOSECONDS.toMicros(later.originNs - originNs);
    }
}
