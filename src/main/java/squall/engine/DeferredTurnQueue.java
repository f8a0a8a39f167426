package squall.engine;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import squall.engine.SampleRecorder.SampleRing;
import squall.engine.SessionWorker.TurnDeferral;
import squall.engine.schedule.ClaimedTurn;
import squall.engine.schedule.RunClock;
import squall.engine.schedule.Schedule;
import squall.spi.TurnPosition;

/**
 * First-in, first-out queue of deferred parts: sessions that performed the first part of a turn add to it, deferred sessions take from it.
 *
 * <pre>
 *   empty --defer--> waiting --a deferred session takes the oldest--> under way
 *   over, when the sessions that defer have left and nothing waits; or when the run is
 * </pre>
 *
 * <p>A second is not closed while a queued part was due in it, although the session that will record the part is not known yet. The queue
 * has its own lane, whose floor is the due time of the oldest part; an idle deferred session has no floor. The recording thread reads the
 * floors of the sessions that defer, then the queue's, then those of the deferred sessions. A part due at <em>d</em> is covered by the
 * first group if its first part is still being performed, because that was due no later than <em>d</em>. Otherwise it was queued before,
 * and is covered by the queue's floor, unless it was taken before that; then the floor of the session that took it had already been set to
 * <em>d</em>, so the part is covered by the third group or is recorded.
 */
final class DeferredTurnQueue implements TurnDeferral {
    private record Part(long index, int terminal, long step, long dueNs) implements TurnPosition {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final RunClock clock;
    private final SampleRing lane;
    private final Queue<Part> parts = new ArrayDeque<>();
    private int sessions;

    /**
     * @param lane registered after those of the sessions that defer, and before those of the deferred sessions
     * @param sessions number of sessions that defer
     */
    DeferredTurnQueue(RunClock clock, SampleRing lane, int sessions) {
        this.clock = clock;
        this.lane = lane;
        this.sessions = sessions;
        lane.end();
    }

    @Override
    public void defer(ClaimedTurn first) {
        lock.lock();
        try {
            // The clock is read under the lock, so that the parts are in due order.
            parts.add(new Part(first.index(), first.terminal(), first.step(), clock.nowNs()));
            promise();
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void leave() {
        lock.lock();
        try {
            sessions--;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Wakes the waiting deferred sessions, which then see that the run is over. */
    void wake() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the due time of the oldest part; {@link Long#MAX_VALUE} if the queue is empty. */
    long nextDueNs() {
        return lane.floor();
    }

    /** Returns the schedule of one deferred session. @param own the lane of that session */
    Schedule schedule(SampleRing own) {
        return new ClaimSchedule(own);
    }

    private void promise() {
        Part oldest = parts.peek();
        lane.floor(oldest == null ? Long.MAX_VALUE : oldest.dueNs());
    }

    /** Schedule of one deferred session: its turns are the parts of the queue. */
    private final class ClaimSchedule implements Schedule {
        private final SampleRing own;

        ClaimSchedule(SampleRing own) {
            this.own = own;
        }

        @Override
        public boolean claim(ClaimedTurn claim) {
            lock.lock();
            try {
                own.end();
                return await() && take(claim);
            } finally {
                lock.unlock();
            }
        }

        @Override
        public long nextDueNs() {
            return DeferredTurnQueue.this.nextDueNs();
        }

        @Override
        public boolean paced() {
            return true;
        }

        /** Waits for a part. @return false if the run is over and no part will follow */
        private boolean await() {
            try {
                while (parts.isEmpty() && sessions > 0 && !clock.over()) {
                    changed.awaitNanos(clock.endNs() - clock.nowNs());
                }
                return !parts.isEmpty();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // only the run's leader interrupts, when the run is over
                return false;
            }
        }

        private boolean take(ClaimedTurn claim) {
            Part part = parts.remove();
            own.floor(part.dueNs());
            promise();
            claim.takeDeferred(part, part.dueNs());
            return true;
        }
    }
}
