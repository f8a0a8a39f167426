package squall.engine.schedule;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The progress of the run and its clock: shared by the sessions, the coordinating thread, and the thread that ends the run.
 *
 * <pre>
 *   opening --begin--> running --the planned end, or end()--> over
 *      '------------------------- end() ------------------------^
 * </pre>
 */
public final class RunClock {
    /** The run has ended, or will have ended when the turn is due. */
    public static final long TOO_LATE = -1;

    private volatile long origin;
    private volatile long endNs = Long.MAX_VALUE;
    private volatile boolean begun;
    private volatile boolean urgent;
    private volatile @Nullable RunEnding ending;

    /** Starts the clock, unless the run was ended before. */
    public synchronized void begin(long plannedEndNs) {
        if (ending == null) {
            origin = System.nanoTime();
            endNs = plannedEndNs;
            begun = true;
        }
    }

    /** No further turn is sent. The first ending given is the one that counts. */
    public synchronized void end(RunEnding why) {
        if (ending == null) {
            ending = why;
            endNs = begun ? Math.min(endNs, nowNs()) : 0;
        }
    }

    /** As {@link #end}, and nothing under way is waited for. */
    public void endNow(RunEnding why) {
        end(why);
        urgent = true;
    }

    /** Ends the run because something failed that must not; counts even if the run was complete. */
    public synchronized void fail(Throwable cause) {
        end(new RunEnding.Failed(cause));
        if (ending instanceof RunEnding.Complete) {
            ending = new RunEnding.Failed(cause);
        }
    }

    /** Why the run ended; null while it is running. */
    @Nullable
    public RunEnding ending() {
        return ending;
    }

    public boolean begun() {
        return begun;
    }

    public boolean over() {
        return ending != null || nowNs() >= endNs;
    }

    /** When the run ends or ended; {@link Long#MAX_VALUE} if only its turns end it. */
    public long endNs() {
        return endNs;
    }

    /** Nanoseconds since the run began. */
    public long nowNs() {
        return System.nanoTime() - origin;
    }

    /**
     * Waits until a turn is due. To the precision of the operating system's timer, some 50 microseconds: a spinning session would
     * take the core from its neighbours.
     *
     * @return what the time is then, or {@link #TOO_LATE}. The turn may be sent if it was due before the end, and the end has not come
     *     or came while a session that was free in time woke up
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

    /** How long a call may still be under way after the end. */
    public long patienceNs(Duration grace) {
        return urgent || !begun ? 0 : grace.toNanos();
    }
}
