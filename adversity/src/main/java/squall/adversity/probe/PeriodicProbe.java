package squall.adversity.probe;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import squall.adversity.probe.store.ProbeSession;
import squall.database.Database;
import squall.spi.ConnectionStep;

/**
 * Session that executes the same operation periodically, each time when it is due, on a separate thread.
 *
 * <p>An operation that was not begun within a limit is omitted, so that a database that recovers does not receive all the missed ones at
 * once.
 */
final class PeriodicProbe {
    /** Operation to execute. Called by the probe's thread. */
    interface Operation {
        /** Returns the client that executes it; the probe closes it. */
        Database.Client client();

        /** @param turn valid until this returns */
        void perform(ProbeTurn turn) throws InterruptedException;

        /** Counts an operation that was due then and was omitted. */
        void missed(long dueNs);

        /** Receives each step by which the client lost its connection and got another one. */
        default void connecting(ConnectionStep step) {}
    }

    /**
     * Schedule of a probe.
     *
     * @param firstNs after the start
     * @param lateAfter omitted if it was not begun by then
     */
    record Schedule(long firstNs, long periodNs, Duration lateAfter) {
        /** Returns the schedule of one of several that share a rate evenly. @param number from 0 */
        static Schedule shared(double perSecond, int number, int of, Duration lateAfter) {
            long betweenNs = Math.round(1e9 / perSecond);
            return new Schedule(betweenNs * number, Math.max(1, betweenNs * of), lateAfter);
        }
    }

    private final String name;
    private final Schedule schedule;
    private final Operation operation;
    private final Database.Client client;
    private final AtomicReference<@Nullable Thread> thread = new AtomicReference<>();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final CountDownLatch stop = new CountDownLatch(1);

    PeriodicProbe(String name, Schedule schedule, Operation operation) {
        this.name = name;
        this.schedule = schedule;
        this.operation = operation;
        this.client = operation.client();
    }

    void start(LongSupplier clock) {
        Thread started = Thread.ofPlatform().name(toString()).daemon().unstarted(() -> run(clock));
        thread.set(started);
        started.start();
    }

    /** Prevents further operations; does not wait for the one in progress. */
    void stop() {
        stop.countDown();
    }

    /** Waits for the last operation. @return whether it has ended */
    boolean ended(Duration within) throws InterruptedException {
        Thread started = thread.get();
        return started == null || started.join(within);
    }

    /** Aborts a call in progress. */
    void abort() {
        client.abort();
    }

    /** Verifies that the probe did not end early. @throws IllegalStateException if it did, which is an internal error */
    void requireSound() {
        Throwable found = failure.get();
        if (found != null) {
            throw new IllegalStateException(this + " failed", found);
        }
    }

    @Override
    public String toString() {
        return "probe " + name;
    }

    private void run(LongSupplier clock) {
        try (client) {
            periodic(clock);
        } catch (InterruptedException e) {
            stop.countDown(); // only the end of the process interrupts a probe
        } catch (RuntimeException | Error e) {
            failure.set(e); // thrown by requireSound: this thread is joined only when the run is over
        }
    }

    private void periodic(LongSupplier clock) throws InterruptedException {
        long dueNs = clock.getAsLong() + schedule.firstNs();
        for (long index = 0; await(dueNs, clock); index++) {
            if (clock.getAsLong() - dueNs > schedule.lateAfter().toNanos()) {
                operation.missed(dueNs);
            } else {
                operation.perform(
                        new ProbeTurn(index, dueNs, clock, () -> stop.getCount() == 0, operation::connecting));
            }
            dueNs += schedule.periodNs();
        }
    }

    private boolean await(long dueNs, LongSupplier clock) throws InterruptedException {
        return !stop.await(dueNs - clock.getAsLong(), TimeUnit.NANOSECONDS);
    }

    /** Operation of one session. @param left counts those that were omitted */
    record SessionTask<S extends ProbeSession>(S client, LongAdder left, SessionOperation<S> operation)
            implements Operation {
        /** Function to execute. */
        interface SessionOperation<S> {
            void with(S probeSession, ProbeTurn turn) throws InterruptedException;
        }

        @Override
        public void perform(ProbeTurn turn) throws InterruptedException {
            operation.with(client, turn);
        }

        @Override
        public void missed(long dueNs) {
            left.increment();
        }
    }
}
