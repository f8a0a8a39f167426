package squall.run;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import squall.spi.Place;

/**
 * The second parts of turns, first in, first out: queued by the sessions that performed the first parts, taken by sessions that do
 * nothing else.
 *
 * <pre>
 *   empty --defer--> waiting --a deferred session takes the oldest--> under way
 *   over, when the sessions that defer have left and nothing waits; or when the run is
 * </pre>
 *
 * <p>No second closes while something is queued that was due in it, although nobody knows yet which session will record it. The queue has
 * a lane of its own whose floor is the due time of the oldest part; an idle deferred session promises nothing. The recording thread
 * reads the floors of the sessions that defer, then the queue's, then those of the deferred sessions. A part due at <em>d</em> is caught
 * by the first if its first part is still being performed, for that was due no later than <em>d</em>; else it was queued before, and is
 * caught by the second, unless it was taken before that; then the floor of the session that took it had been set to <em>d</em> already,
 * and it is caught by the third or recorded.
 */
final class Deferrals implements Deferring {
    private record Part(long index, int terminal, long step, long dueNs) implements Place {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Course course;
    private final Lane lane;
    private final Queue<Part> parts = new ArrayDeque<>();
    private int sessions;

    /**
     * @param lane registered after those of the sessions that defer, and before those of the deferred sessions
     * @param sessions how many sessions defer
     */
    Deferrals(Course course, Lane lane, int sessions) {
        this.course = course;
        this.lane = lane;
        this.sessions = sessions;
        lane.end();
    }

    @Override
    public void defer(Claim first) {
        lock.lock();
        try {
            // The clock is read under the lock: so the parts stand in due order.
            parts.add(new Part(first.index(), first.terminal(), first.step(), course.nowNs()));
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

    /** Lets the waiting sessions see that the run is over. */
    void wake() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** When the oldest part was due; {@link Long#MAX_VALUE} if there is none. */
    long nextDueNs() {
        return lane.floor();
    }

    /** The schedule of one deferred session. @param own the lane of that session */
    Schedule schedule(Lane own) {
        return new Taking(own);
    }

    private void promise() {
        Part oldest = parts.peek();
        lane.floor(oldest == null ? Long.MAX_VALUE : oldest.dueNs());
    }

    /** What one deferred session sees of the queue. */
    private final class Taking implements Schedule {
        private final Lane own;

        Taking(Lane own) {
            this.own = own;
        }

        @Override
        public boolean claim(Claim claim) {
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
            return Deferrals.this.nextDueNs();
        }

        @Override
        public boolean paced() {
            return true;
        }

        /** Whether there is a part to take. */
        private boolean await() {
            try {
                while (parts.isEmpty() && sessions > 0 && !course.over()) {
                    changed.awaitNanos(course.endNs() - course.nowNs());
                }
                return !parts.isEmpty();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // only the run's leader interrupts, when the run is over
                return false;
            }
        }

        private boolean take(Claim claim) {
            Part part = parts.remove();
            own.floor(part.dueNs());
            promise();
            claim.takeDeferred(part, part.dueNs());
            return true;
        }
    }
}
