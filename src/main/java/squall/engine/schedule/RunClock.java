package squall.engine.schedule;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Clock and progress of a run: shared by the sessions, the coordinating thread, and the thread that ends the run.
 *
 * <pre>
 *   opening --begin--> running --the planned end, or end()--> over
 *      '------------------------- end() ------------------------^
 * </pre>
 */
public final class RunClock {
    /** Time returned for a turn that must not be sent: the run has ended, or will have ended when the turn is due. */
    public static final long TOO_LATE = -1;

    private final InstantSource wallClock;
    private volatile @Nullable RunStart start;
    private volatile long origin;
    private volatile long endNs = Long.MAX_VALUE;
    private volatile boolean urgent;
    private volatile @Nullable RunEnding ending;

    public RunClock() {
        this(InstantSource.system());
    }

    /** @param wallClock read once, when the run begins */
    public RunClock(InstantSource wallClock) {
        this.wallClock = wallClock;
    }

    /** Starts the clock, unless the run was ended before. @return the start; empty if the run was ended */
    public synchronized Optional<RunStart> begin(long plannedEndNs) {
        if (ending != null) {
            return Optional.empty();
        }
        RunStart now = RunStart.now(wallClock);
        origin = now.originNs();
        endNs = plannedEndNs;
        start = now;
        return Optional.of(now);
    }

    /** Ends the run: no further turn is sent. The first ending counts. */
    public synchronized void end(RunEnding why) {
        if (ending == null) {
            ending = why;
            endNs = begun() ? Math.min(endNs, nowNs()) : 0;
        }
    }

    /** Ends the run as {@link #end} does, without waiting for calls under way. */
    public void endNow(RunEnding why) {
        end(why);
        urgent = true;
    }

    /** Ends the run because of an internal failure; counts even if the run was complete. */
    public synchronized void fail(Throwable cause) {
        end(new RunEnding.Failed(cause));
        if (ending instanceof RunEnding.Complete) {
            ending = new RunEnding.Failed(cause);
        }
    }

    /** Returns the reason why the run ended; null while it is running. */
    @Nullable
    public RunEnding ending() {
        return ending;
    }

    public boolean begun() {
        return start != null;
    }

    public boolean over() {
        return ending != null || nowNs() >= endNs;
    }

    /** Returns the end of the run, in nanoseconds since it began; {@link Long#MAX_VALUE} if only its turns end it. */
    public long endNs() {
        return endNs;
    }

    /** Returns {@link System#nanoTime} of second 0; undefined before the run began. */
    public long originNs() {
        return origin;
    }

    /** Returns the nanoseconds since the run began. */
    public long nowNs() {
        return System.nanoTime() - origin;
    }

    /**
     * Waits until a turn is due, to the precision of the operating system's timer, some 50 microseconds: a spinning session would take the
     * core from the others.
     *
     * @return the time then, or {@link #TOO_LATE}. The turn may be sent if it was due before the end, and the end has not come or came
     *     while a session that was free in time woke up
     */
    public long awaitDue(long dueNs) {
        long now = nowNs();
        boolean inTime = now < dueNs;
        while (now < dueNs && now < endNs) {
            LockSupport.parkNanos(this, Math.min(dueNs, endNs) - now);
            now = nowNs();
        }
        return dueNs < endNs && (inTime || now < endNs) ? now : TOO_LATE;
    }

    /** Returns the time for which a call may still be under way after the end. */
    public long patienceNs(Duration grace) {
        return urgent || !begun() ? 0 : grace.toNanos();
    }
}
