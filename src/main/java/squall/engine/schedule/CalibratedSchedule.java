package squall.engine.schedule;

import java.time.Duration;
import java.util.OptionalDouble;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import squall.engine.schedule.Schedules.ClosedLoop;

/**
 * A closed loop that finds the maximum, and then an open loop at a share of it.
 *
 * <pre>
 *   closed loop --three quarters over: count--> closed loop --over: count--> open loop
 * </pre>
 */
public final class CalibratedSchedule implements Schedule {
    /** Makes the schedule that follows the search. */
    interface Then {
        Schedule from(long firstIndex, double maximumPerSecond);
    }

    private static final long LOOK_NS = 1_000_000;

    private final RunClock clock;
    private final TurnNumbering turns;
    private final ClosedLoop search;
    private final long quarterNs;
    private final Then then;
    private volatile @Nullable Schedule found;
    private long fromNs;
    private long fromCount;

    CalibratedSchedule(RunClock clock, TurnNumbering turns, Duration length, ClosedLoop search, Then then) {
        this.clock = clock;
        this.turns = turns;
        this.search = search;
        this.then = then;
        this.quarterNs = length.toNanos() / 4;
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
     * Checks whether the search is over. Called every few milliseconds by the coordinating thread.
     *
     * @param acknowledged operations so far
     * @return the maximum per second, once, when it was found
     */
    public OptionalDouble look(long nowNs, long acknowledged) {
        if (found != null || nowNs < 3 * quarterNs) {
            return OptionalDouble.empty();
        }
        if (fromNs == 0) {
            fromNs = nowNs;
            fromCount = acknowledged;
        }
        if (nowNs - fromNs < quarterNs) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of((acknowledged - fromCount) * 1e9 / (nowNs - fromNs));
    }

    /** Ends the search and continues at a share of this maximum. */
    public void settle(double maximumPerSecond) {
        found = then.from(turns.close(), maximumPerSecond);
    }
}
