package squall.engine.schedule;

import java.util.OptionalDouble;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import squall.engine.schedule.Schedules.ClosedLoop;

/**
 * Schedule that begins as a closed loop, which finds the maximum, and continues as an open loop at a share of it.
 *
 * <pre>
 *   closed loop --three quarters over: count--> closed loop --over: count--> open loop
 * </pre>
 */
public final class CalibratedSchedule implements Schedule {
    /** Factory of the schedule that follows the calibration. */
    interface Then {
        Schedule from(long firstIndex, double perSecond);
    }

    private static final long LOOK_NS = 1_000_000;

    private final RunClock clock;
    private final TurnNumbering turns;
    private final ClosedLoop search;
    private final LoadPace.ShareOfMaximum share;
    private final long quarterNs;
    private final Then then;
    private volatile @Nullable Schedule found;
    private long calibrationTurns;
    private long fromNs;
    private long fromCount;

    CalibratedSchedule(
            RunClock clock, TurnNumbering turns, LoadPace.ShareOfMaximum share, ClosedLoop search, Then then) {
        this.clock = clock;
        this.turns = turns;
        this.search = search;
        this.then = then;
        this.share = share;
        this.quarterNs = share.calibration().toNanos() / 4;
    }

    @Override
    public boolean claim(ClaimedTurn claim) {
        if (search.claim(claim)) {
            return true;
        }
        Schedule next = found;
        while (next == null && !clock.over()) {
            LockSupport.parkNanos(this, LOOK_NS);
            next = found;
        }
        return next != null && next.claim(claim);
    }

    @Override
    public long nextDueNs() {
        Schedule next = found;
        return next == null ? Long.MAX_VALUE : next.nextDueNs();
    }

    @Override
    public boolean paced() {
        return found != null;
    }

    /**
     * Checks whether the calibration is over. Called every few milliseconds by the coordinating thread.
     *
     * @param acknowledged operations so far
     * @return the maximum in operations per second, once, when it was found
     */
    public OptionalDouble look(long nowNs, long acknowledged) {
        if (found != null || nowNs < 3 * quarterNs) {
            return OptionalDouble.empty();
        }
        if (nowNs < 4 * quarterNs) {
            if (fromNs == 0) {
                fromNs = nowNs;
                fromCount = acknowledged;
            }
            return OptionalDouble.empty();
        }
        // A thread that did not get to check during the last quarter counts the whole calibration.
        return OptionalDouble.of((acknowledged - fromCount) * 1e9 / (4 * quarterNs - fromNs));
    }

    /** Ends the calibration and continues at a share of this maximum. @return operations per second that are due from now on */
    public double settle(double maximumPerSecond) {
        calibrationTurns = turns.close();
        double perSecond = maximumPerSecond * share.share();
        found = then.from(calibrationTurns, perSecond);
        return perSecond;
    }

    /** Returns the number of turns that the calibration took; 0 while it runs. */
    public long calibrationTurns() {
        return calibrationTurns;
    }
}
