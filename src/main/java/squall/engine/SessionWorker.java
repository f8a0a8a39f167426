package squall.engine;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import squall.engine.SampleRecorder.SampleRing;
import squall.engine.schedule.ClaimedTurn;
import squall.engine.schedule.LoadPlan;
import squall.engine.schedule.RunClock;
import squall.engine.schedule.Schedule;
import squall.measure.OutcomeNumbers;
import squall.measure.SampleCode;
import squall.spi.ConnectionStep;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Load;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Session;
import squall.spi.Turn;
import squall.spi.TurnPosition;

/**
 * Worker that runs one session from opening to closing: claims a turn, waits until it is due, has it performed, records.
 *
 * <p>All state belongs to the session's thread, except the counts, which other threads read: they are written with release, so a thread
 * that reads a count sees everything that happened before it.
 */
final class SessionWorker implements Runnable, Turn {
    /**
     * State that all sessions of a run share.
     *
     * @param measuredFromNs end of the warm-up: the lag of turns that were due before it does not count
     */
    record Shared(
            Load load,
            RunClock clock,
            OutcomeNumbers outcomes,
            StartStopLatches latches,
            LatenessLimit lateness,
            ConnectionLog connections,
            long measuredFromNs) {}

    private static final VarHandle STARTED = count("started");
    private static final VarHandle RETURNED = count("returned");
    private static final VarHandle FINISHED = count("finished");

    private final int number;
    private final Shared shared;
    private final int operations;
    private final Schedule schedule;
    private final TurnDeferral deferring;
    private final SampleRing lane;
    private final ClaimedTurn claim = new ClaimedTurn();
    private final UnrecordedTurns held = new UnrecordedTurns();
    // Of measured turns only. One digit is enough to compare with a limit, and small enough for thousands of sessions.
    private final Histogram lag = new Histogram(1);
    private final Histogram ownLag = new Histogram(1);
    private long started;
    private long returned;

    @SuppressWarnings("UnusedVariable") // written and read through FINISHED
    private long finished;

    private boolean performing;
    private boolean recorded;
    private boolean unsent;
    private boolean cut;
    private long freeNs;
    private long lastAnswerNs;
    private volatile @Nullable Session session;
    private volatile boolean ended;

    SessionWorker(int number, Shared shared, WorkerResources resources) {
        this.number = number;
        this.shared = shared;
        this.operations = shared.load().operations().size();
        this.schedule = resources.schedule();
        this.deferring = resources.deferring();
        this.lane = resources.lane();
    }

    @Override
    public void run() {
        try {
            Session opened = open();
            if (opened != null) {
                serve(opened);
            }
        } finally {
            ended = true;
            deferring.leave();
            shared.latches().ended().countDown();
        }
    }

    @Override
    public long index() {
        return claim.index();
    }

    @Override
    public int terminal() {
        return claim.terminal();
    }

    @Override
    public long step() {
        return claim.step();
    }

    @Override
    public boolean deferred() {
        return claim.deferred();
    }

    @Override
    public long dueNs() {
        return claim.dueNs();
    }

    @Override
    public long nowNs() {
        return shared.clock().nowNs();
    }

    /**
     * Returns true for deferred turns in a closed loop too: they are due when they were queued, so the wait in the queue is part of their
     * latency.
     */
    @Override
    public boolean scheduled() {
        return schedule.paced() || claim.deferred();
    }

    @Override
    public boolean stopping() {
        return shared.clock().over();
    }

    @Override
    public void defer() {
        deferring.defer(claim);
        recorded = true; // the deferred turn will record the rest of this operation
    }

    @Override
    public void connecting(ConnectionStep step) {
        shared.connections().add(number, step);
    }

    @Override
    public void record(Operation operation, long dueNs, long sentNs, Outcome outcome, int attempts) {
        long now = nowNs();
        boolean inOrder = 0 <= dueNs && dueNs <= sentNs && sentNs <= now;
        if (!inOrder || attempts < 1 || operation.ordinal() >= operations) {
            throw new IllegalArgumentException(
                    ("session %d, turn %d: a record needs an operation of the load, 0 <= due <= sent <= now and at"
                                    + " least 1 attempt, not %s, due %d, sent %d, now %d, attempts %d")
                            .formatted(number, index(), operation, dueNs, sentNs, now, attempts));
        }
        long fromNs = scheduled() ? dueNs : sentNs;
        lane.record(SampleCode.of(operation.ordinal(), shared.outcomes().id(outcome), attempts), fromNs, sentNs, now);
        lastAnswerNs = now;
        if (!operation.part() || claim.deferred()) {
            settle(dueNs);
        }
    }

    /** Returns whether the session's thread has ended. */
    boolean ended() {
        return ended;
    }

    /** Returns the due time of the oldest turn that the session has taken and not recorded; valid only while it is calling. */
    long oldestDueNs() {
        return lane.floor();
    }

    /** Returns whether a call of the session is under way. */
    boolean calling() {
        return !ended && (long) STARTED.getAcquire(this) != (long) RETURNED.getAcquire(this);
    }

    long finished() {
        return (long) FINISHED.getAcquire(this);
    }

    long started() {
        return (long) STARTED.getAcquire(this);
    }

    /** Returns whether the session left turns behind because the run was over. Valid after its end. */
    boolean cut() {
        return cut;
    }

    /** Returns whether the last claimed turn was not sent because the run was over. */
    boolean unsent() {
        return ended && unsent;
    }

    /** Returns the last claim; for an abandoned session only the part of it that the engine still knows. */
    ClaimedTurn last() {
        return ended ? claim : ClaimedTurn.holding(claim.terminal());
    }

    Schedule schedule() {
        return schedule;
    }

    long lastAnswerNs() {
        return lastAnswerNs;
    }

    /** Adds the lags of this session to the histograms. Valid after its end. */
    void addLags(Histogram all, Histogram own) {
        all.add(lag);
        own.add(ownLag);
    }

    /** Visits every turn that was started and has not been recorded. Valid after the session's end, or after it was abandoned. */
    void unanswered(UnrecordedTurns.Visitor visitor) {
        held.forEach(visitor);
        if (started() != (long) RETURNED.getAcquire(this)) {
            visitor.visit(claim);
        }
    }

    /** Aborts the call in which the session is blocked. May be called by any thread. */
    void abort() {
        Session blocked = session;
        if (blocked != null) {
            try {
                blocked.abort();
            } catch (RuntimeException | Error e) { // third-party code; the other sessions must be aborted all the same
                shared.clock().fail(e);
            }
        }
    }

    private @Nullable Session open() {
        try {
            Session opened = shared.load().open(number);
            session = opened;
            return opened;
        } catch (IOException
                | InterruptedException
                | RuntimeException
                | Error e) { // the run fails with it, whatever it is
            shared.clock().fail(e);
            return null;
        } finally {
            shared.latches().opened().countDown();
        }
    }

    private void serve(Session opened) {
        try (opened) {
            shared.latches().go().await();
            if (shared.clock().begun()) {
                work(opened);
            }
        } catch (InterruptedException e) {
            // Only the run's leader has this thread and interrupts it, when the run is over: the session ends, as it
            // was asked to.
            cut = true;
        } catch (RuntimeException | Error e) { // third-party code; the run fails with it, whatever it is
            shared.clock().fail(e);
        }
    }

    private void work(Session opened) throws InterruptedException {
        boolean more = true;
        while (more && schedule.claim(claim)) {
            lane.floor(held.isEmpty() ? claim.dueNs() : held.firstDueNs());
            long now = shared.clock().awaitDue(claim.dueNs());
            unsent = now == RunClock.TOO_LATE;
            more = !unsent && (gaveUp(now) || perform(opened, now));
        }
        cut = shared.clock().over();
        opened.flush(this);
        FINISHED.setRelease(this, returned - held.size());
        if (!cut && held.isEmpty()) {
            lane.end(); // otherwise turns are left that must still be charged to their seconds
        }
    }

    /** Returns whether the turn is too late to be sent (DESIGN 3.2) and charges it; a deferred part belongs to a turn that was sent. */
    private boolean gaveUp(long now) {
        LatenessLimit lateness = shared.lateness();
        if (now - claim.dueNs() <= lateness.afterNs() || claim.deferred()) {
            return false;
        }
        lag(now);
        STARTED.setRelease(this, started + 1);
        int operation = lateness.operation(shared.load(), claim).ordinal();
        int outcome = shared.outcomes().id(lateness.outcome());
        lane.record(SampleCode.of(operation, outcome, 1), claim.dueNs(), now, now);
        returned();
        return true;
    }

    private boolean perform(Session opened, long now) throws InterruptedException {
        begin(now);
        try {
            boolean more = opened.perform(this);
            end();
            return more;
        } catch (InterruptedException e) {
            end(); // the contract of perform guarantees that operations in flight have been recorded
            throw e;
        }
    }

    private void begin(long now) {
        lag(now);
        performing = true;
        recorded = false;
        STARTED.setRelease(this, started + 1);
    }

    private void end() {
        performing = false;
        if (!recorded) {
            held.add(claim);
        }
        returned();
    }

    private void lag(long now) {
        long due = claim.dueNs();
        if (due >= shared.measuredFromNs() && schedule.paced()) {
            lag.recordValue((now - due) / 1000);
            ownLag.recordValue((now - Math.max(due, freeNs)) / 1000);
        }
    }

    /** Marks the session as free and updates the counts. */
    private void returned() {
        freeNs = nowNs();
        claim.answered(freeNs);
        RETURNED.setRelease(this, returned + 1);
        FINISHED.setRelease(this, returned - held.size());
    }

    private void settle(long dueNs) {
        if (performing && dueNs >= claim.dueNs()) {
            recorded = true;
        } else {
            held.remove(dueNs);
        }
    }

    private static VarHandle count(String field) {
        try {
            return MethodHandles.lookup().findVarHandle(SessionWorker.class, field, long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * Limit after which a late turn is not sent, and the outcome that it gets.
     *
     * @param afterNs since its due time; {@link Long#MAX_VALUE}: never
     * @param outcome of every such turn
     * @param unsent used for turns whose operation is known only when they are performed
     */
    record LatenessLimit(long afterNs, Outcome outcome, Operation unsent) {
        /** Name of {@link #unsent} in results. */
        static final String UNSENT = "UNSENT";

        static LatenessLimit of(LoadPlan plan, Load load) {
            Operation unsent = new Operation(load.operations().size(), UNSENT, false);
            Duration after = plan.lateAfter().orElse(Duration.ofNanos(Long.MAX_VALUE));
            String message = "not sent within " + after.toMillis() + " ms of its due time";
            return new LatenessLimit(
                    after.toNanos(), new Outcome.Refused(new ErrorCode(ErrorKind.LATE, "late"), message), unsent);
        }

        /** Returns the operation that the turn at this position would have been. */
        Operation operation(Load load, TurnPosition place) {
            @Nullable Operation planned = load.planned(place);
            return planned == null ? unsent : planned;
        }
    }

    /** Set of latches for the sessions and their leader: all have tried to open; the run starts, or is cancelled; all have ended. */
    record StartStopLatches(CountDownLatch opened, CountDownLatch go, CountDownLatch ended) {
        StartStopLatches(int sessions) {
            this(new CountDownLatch(sessions), new CountDownLatch(1), new CountDownLatch(sessions));
        }
    }

    /** Turn source, deferral queue and sample lane of one session. */
    record WorkerResources(Schedule schedule, TurnDeferral deferring, SampleRing lane) {}

    /** Receiver of the deferred parts of a session's turns. */
    interface TurnDeferral {
        /** Receiver for sessions that must not defer: the plan has no deferred sessions, or this is one of them. */
        TurnDeferral NOWHERE = first -> {
            throw new IllegalStateException(
                    "turn %d cannot be deferred: the plan has no deferred sessions, or the turn is already deferred"
                            .formatted(first.index()));
        };

        /** Queues the second part of the turn that the session is performing. */
        void defer(ClaimedTurn first);

        /** Declares that the session will perform no further turn. To be called once. */
        default void leave() {}
    }
}
