package squall.engine;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import squall.scenario.ClientPolicy.ClientLimits;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Session;
import squall.spi.Turn;
import squall.spi.TurnPosition;

/**
 * Pool of sessions, each with a thread, and one queue in front of them, as applications have: an attempt waits there until a session is free.
 *
 * <p>An attempt whose caller gave it up while it was performed runs to its end, and occupies its session as long. One that was given up in
 * the queue is performed all the same, because the sessions do not know of it, unless the limits say that it is dropped. One that lost the
 * race against another attempt of its request is given up, too, and counted apart.
 */
final class SessionPool {
    private static final long LOOK_MS = 50;

    /** Time that a session has to end after it was aborted. */
    private static final long ABORTED_NS = 1_000_000_000;

    private final BlockingQueue<Attempt> queue;
    private final boolean dropExpired;
    private final List<Session> sessions = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final LongAdder late = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final LongAdder losersOk = new LongAdder();
    private final LongAdder losersFailed = new LongAdder();
    private final LongAdder losersDropped = new LongAdder();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile boolean stopping;
    private volatile boolean closed;

    SessionPool(ClientLimits limits) {
        this.queue = new LinkedBlockingQueue<>(limits.queue());
        this.dropExpired = limits.dropExpired();
    }

    /** Adds an open session, which the pool closes. May be called by any thread. */
    void add(int number, Session session) {
        sessions.add(session);
        Thread thread =
                Thread.ofPlatform().name("squall-pool-" + number).daemon(true).unstarted(() -> serve(session));
        threads.add(thread);
        thread.start();
    }

    /**
     * Adds an attempt to the queue.
     *
     * @return false if the queue is full
     * @throws IllegalStateException if a session has failed in its own code
     */
    boolean offer(Attempt attempt) {
        Throwable cause = failure.get();
        if (cause != null) {
            throw new IllegalStateException("a session of the load failed: " + cause, cause);
        }
        return queue.offer(attempt);
    }

    /** Returns the number of attempts that were performed to the end after their callers had given them up. */
    long late() {
        return late.sum();
    }

    /** Returns the number of attempts that were dropped because their callers had given them up. */
    long dropped() {
        return dropped.sum();
    }

    /** Returns the number of attempts that lost a race and succeeded all the same. */
    long losersOk() {
        return losersOk.sum();
    }

    /** Returns the number of attempts that lost a race and failed. */
    long losersFailed() {
        return losersFailed.sum();
    }

    /** Returns the number of attempts that lost a race while they were in the queue, and were dropped. */
    long losersDropped() {
        return losersDropped.sum();
    }

    /** Tells the sessions that the run is ending, so that they wait for nothing any more. */
    void stop() {
        stopping = true;
    }

    /**
     * Drops the queue, waits for the calls under way and closes the sessions. An interrupt aborts the calls; sessions that do not end then
     * are given up.
     */
    void close() {
        stopping = true;
        closed = true;
        queue.clear();
        boolean aborted = false;
        long abortedNs = 0;
        for (Thread thread : threads) {
            while (thread.isAlive() && !(aborted && System.nanoTime() - abortedNs > ABORTED_NS)) {
                try {
                    thread.join(LOOK_MS);
                } catch (InterruptedException e) {
                    abortedNs = aborted ? abortedNs : System.nanoTime();
                    aborted = true;
                    abort();
                }
            }
        }
        if (aborted) {
            Thread.currentThread().interrupt();
        }
    }

    private void abort() {
        for (Session session : sessions) {
            try {
                session.abort();
            } catch (RuntimeException | Error e) { // third-party code; the other sessions must be aborted all the same
                failure.compareAndSet(null, e);
            }
        }
    }

    private void serve(Session session) {
        try (session) {
            for (Attempt attempt = next(); attempt != null; attempt = next()) {
                perform(session, attempt);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // not by this class: the thread ends as it was asked to
        } catch (RuntimeException | Error e) { // third-party code; the run fails with it, whatever it is
            failure.compareAndSet(null, e);
        }
    }

    private @Nullable Attempt next() throws InterruptedException {
        Attempt next = null;
        while (next == null && !closed) {
            next = queue.poll(LOOK_MS, TimeUnit.MILLISECONDS);
        }
        return next;
    }

    private void perform(Session session, Attempt attempt) throws InterruptedException {
        if (!attempt.begin() && dropExpired) {
            count(attempt, attempt.lost ? losersDropped : dropped);
            return;
        }
        try {
            boolean more = session.perform(attempt);
            AttemptEnd.Answered answer = attempt.answer(more);
            if (!attempt.end(answer)) {
                count(attempt, attempt.lost ? losers(answer) : late);
            }
        } catch (InterruptedException | RuntimeException | Error e) {
            failure.compareAndSet(null, e);
            attempt.end(new AttemptEnd.Failed(e));
            throw e;
        }
    }

    /** Counts an attempt whose caller did not wait for it any more, unless that was because the run ended. */
    private static void count(Attempt attempt, LongAdder counter) {
        if (!attempt.abandoned) {
            counter.increment();
        }
    }

    private LongAdder losers(AttemptEnd.Answered answer) {
        return answer.outcome() instanceof Outcome.Ok ? losersOk : losersFailed;
    }

    /** Creates an attempt of the calling thread. @param originNs value of {@link System#nanoTime} at which the run began */
    Attempt attempt(Turn turn, long originNs) {
        return new Attempt(Position.of(turn), turn.dueNs(), turn.scheduled(), originNs);
    }

    /** End of an attempt, as its caller sees it. */
    sealed interface AttemptEnd {
        /** Answer of the session. @param more whether the session has more to do */
        record Answered(Operation operation, Outcome outcome, int attempts, boolean more) implements AttemptEnd {}

        /** No answer within the caller's time. @param sent whether it may be applied */
        record GivenUp(boolean sent) implements AttemptEnd {}

        /** Failure of the session's own code. */
        record Failed(Throwable cause) implements AttemptEnd {}
    }

    private record Position(long index, int terminal, long step, boolean deferred) implements TurnPosition {
        static Position of(TurnPosition place) {
            return new Position(place.index(), place.terminal(), place.step(), place.deferred());
        }
    }

    /** Attempt of a request: performed by the thread of a session, awaited by the thread that created it. */
    final class Attempt implements Turn {
        private final Thread caller = Thread.currentThread();
        private final AtomicReference<@Nullable AttemptEnd> end = new AtomicReference<>();
        private final Position place;
        private final long dueNs;
        private final boolean scheduled;
        private final long originNs;
        private volatile boolean begun;
        private volatile boolean lost;
        private volatile boolean abandoned;
        private AttemptEnd.@Nullable Answered recorded; // by the session's thread

        private Attempt(Position place, long dueNs, boolean scheduled, long originNs) {
            this.place = place;
            this.dueNs = dueNs;
            this.scheduled = scheduled;
            this.originNs = originNs;
        }

        /** Waits for the end of the attempt without giving it up. @return null if it did not end within this time */
        @Nullable
        AttemptEnd awaitEnd(long limitNs) throws InterruptedException {
            return awaitEither(this, limitNs);
        }

        /**
         * Waits until this attempt or another of the same caller has ended, without giving one up.
         *
         * @return the end of this one if it has ended, else of the other; null if neither ended within this time
         */
        @Nullable
        AttemptEnd awaitEither(Attempt other, long limitNs) throws InterruptedException {
            long fromNs = System.nanoTime();
            AttemptEnd found = eitherEnd(other);
            for (long leftNs = limitNs; found == null && leftNs > 0; leftNs = limitNs - (System.nanoTime() - fromNs)) {
                LockSupport.parkNanos(this, leftNs);
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                found = eitherEnd(other);
            }
            return found;
        }

        private @Nullable AttemptEnd eitherEnd(Attempt other) {
            AttemptEnd own = end.get();
            return own == null ? other.end.get() : own;
        }

        /** Returns the end of the attempt; null if it has not ended. */
        @Nullable
        AttemptEnd ended() {
            return end.get();
        }

        /** Gives the attempt up because another of its request was answered; how it ends is counted apart. */
        void lose() {
            lost = true; // before its end is set, by which the session's thread sees it
            if (end.compareAndExchange(null, new AttemptEnd.GivenUp(true)) instanceof AttemptEnd.Answered answer) {
                losers(answer).increment();
            }
        }

        /** Gives the attempt up. @return its end, which is another one if it had ended before */
        AttemptEnd giveUp() {
            // begin() sets begun before it looks at the end, so an attempt that is not seen as begun here will be
            // dropped.
            AttemptEnd given = new AttemptEnd.GivenUp(true);
            AttemptEnd earlier = end.compareAndExchange(null, given);
            if (earlier != null) {
                return earlier;
            }
            return begun || !dropExpired ? given : new AttemptEnd.GivenUp(false);
        }

        /** Gives the attempt up because the run is ending; how it ends is not counted. */
        void abandon() {
            abandoned = true; // before its end is set, by which the session's thread sees it
            giveUp();
        }

        /** Marks it as begun. @return whether its caller still waits */
        private boolean begin() {
            begun = true;
            return end.get() == null;
        }

        private AttemptEnd.Answered answer(boolean more) {
            AttemptEnd.Answered answered = recorded;
            if (answered == null) {
                throw new IllegalStateException("turn " + index()
                        + " was not recorded when it had been performed, so that its client could not be answered");
            }
            return new AttemptEnd.Answered(answered.operation(), answered.outcome(), answered.attempts(), more);
        }

        /** @return whether the caller still waited */
        private boolean end(AttemptEnd with) {
            boolean heard = end.compareAndSet(null, with);
            LockSupport.unpark(caller);
            return heard;
        }

        @Override
        public long index() {
            return place.index();
        }

        @Override
        public int terminal() {
            return place.terminal();
        }

        @Override
        public long step() {
            return place.step();
        }

        @Override
        public long dueNs() {
            return dueNs;
        }

        @Override
        public boolean scheduled() {
            return scheduled;
        }

        @Override
        public long nowNs() {
            return System.nanoTime() - originNs;
        }

        @Override
        public boolean stopping() {
            return stopping;
        }

        /** Keeps the outcome of the whole operation for the caller; parts are not measured. */
        @Override
        public void record(Operation operation, long due, long sentNs, Outcome outcome, int attempts) {
            if (!operation.part()) {
                recorded = new AttemptEnd.Answered(operation, outcome, attempts, true);
            }
        }
    }
}
