package squall.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import squall.engine.RunResult.TurnCount;
import squall.engine.SampleRecorder.SampleRing;
import squall.engine.SessionWorker.TurnDeferral;
import squall.engine.SessionWorker.WorkerResources;
import squall.engine.schedule.ClaimedTurn;
import squall.engine.schedule.LoadPlan;
import squall.engine.schedule.RunClock;
import squall.engine.schedule.Schedule;
import squall.measure.Timeline;
import squall.measure.Timeline.InFlight;

/** Pool of all sessions of a run and their threads; led by the thread that executes the run. */
final class WorkerPool {
    private final SessionWorker.Shared shared;
    private final Schedule schedule;
    private final Optional<DeferredTurnQueue> deferrals;
    private final List<SessionWorker> workers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    WorkerPool(LoadPlan plan, SessionWorker.Shared shared, Schedule schedule, SampleRecorder recording) {
        this.shared = shared;
        this.schedule = schedule;
        List<SampleRing> lanes = lanes(plan.sessions(), recording);
        deferrals = plan.deferredSessions() == 0
                ? Optional.empty()
                : Optional.of(new DeferredTurnQueue(shared.clock(), recording.register(), plan.sessions()));
        TurnDeferral deferring = deferrals.<TurnDeferral>map(known -> known).orElse(TurnDeferral.NOWHERE);
        lanes.forEach(lane -> add(plan.threads(), new WorkerResources(schedule, deferring, lane)));
        deferrals.ifPresent(known -> lanes(plan.deferredSessions(), recording)
                .forEach(lane ->
                        add(plan.threads(), new WorkerResources(known.schedule(lane), TurnDeferral.NOWHERE, lane))));
    }

    /** Returns the number of lanes that the workers of a plan need. */
    static int lanes(LoadPlan plan) {
        return plan.sessions() + (plan.deferredSessions() == 0 ? 0 : 1 + plan.deferredSessions());
    }

    /** Starts to open all sessions, each on its own thread. */
    void open() {
        threads.forEach(Thread::start);
    }

    boolean awaitOpen(long nanos) throws InterruptedException {
        return shared.latches().opened().await(nanos, TimeUnit.NANOSECONDS);
    }

    /** Lets the open sessions work, or close at once if the run has not begun. */
    void go() {
        shared.latches().go().countDown();
    }

    /** Waits until all sessions have ended. @return false if they did not within this time, in nanoseconds */
    boolean awaitEnd(long nanos) throws InterruptedException {
        return shared.latches().ended().await(nanos, TimeUnit.NANOSECONDS);
    }

    /** Wakes the sessions that wait for a due time or for a deferred part. */
    void wake() {
        deferrals.ifPresent(DeferredTurnQueue::wake);
        threads.forEach(LockSupport::unpark);
    }

    /** Aborts the calls still under way. @return the number of sessions concerned */
    int abort() {
        int[] late = IntStream.range(0, workers.size())
                .filter(i -> !workers.get(i).ended())
                .toArray();
        for (int i : late) {
            workers.get(i).abort();
            threads.get(i).interrupt();
        }
        return late.length;
    }

    SampleRecorder.EngineStatus engineStatus() {
        RunClock clock = shared.clock();
        long now = Math.min(clock.nowNs(), clock.endNs());
        int calling = 0;
        long oldestNs = 0;
        long finished = 0;
        for (SessionWorker worker : workers) {
            if (worker.calling()) {
                calling++;
                oldestNs = Math.max(oldestNs, now - worker.oldestDueNs());
            }
            finished += worker.finished();
        }
        return new SampleRecorder.EngineStatus(
                new InFlight(calling, oldestNs), Math.max(0, now - nextDueNs()), finished);
    }

    /** Returns the time of the last answer, in nanoseconds since the run began. */
    long lastAnswerNs() {
        return workers.stream().mapToLong(SessionWorker::lastAnswerNs).max().orElse(0);
    }

    /** Returns whether every session ended because it found no more work, rather than being cut off by the run's end. */
    boolean exhausted() {
        return workers.stream().allMatch(worker -> worker.ended() && !worker.cut());
    }

    /**
     * Charges every turn that was due and has no answer with its wait until the end. To be called once, after the end.
     *
     * @param exhausted whether the work was complete, so that later turns of the schedule are not missing
     */
    TurnCount account(Timeline timeline, long endNs, boolean exhausted) {
        TurnAccounting account = new TurnAccounting(timeline, endNs);
        account.settle(exhausted);
        return account.count();
    }

    RunResult.ClientHealth health(double gcShare, long stalls) {
        Histogram lag = new Histogram(1);
        Histogram own = new Histogram(1);
        workers.stream().filter(SessionWorker::ended).forEach(worker -> worker.addLags(lag, own));
        return new RunResult.ClientHealth(p99Ns(lag), p99Ns(own), gcShare, stalls);
    }

    private long nextDueNs() {
        return Math.min(
                schedule.nextDueNs(),
                deferrals.map(DeferredTurnQueue::nextDueNs).orElse(Long.MAX_VALUE));
    }

    private void add(LoadPlan.Threads kind, WorkerResources resources) {
        SessionWorker worker = new SessionWorker(workers.size(), shared, resources);
        workers.add(worker);
        threads.add(thread(kind, "squall-session-" + threads.size(), worker));
    }

    private static List<SampleRing> lanes(int count, SampleRecorder recording) {
        return Stream.generate(recording::register).limit(count).toList();
    }

    private static long p99Ns(Histogram micros) {
        return micros.getTotalCount() == 0 ? 0 : micros.getValueAtPercentile(99) * 1000;
    }

    private static Thread thread(LoadPlan.Threads kind, String name, Runnable work) {
        return switch (kind) {
            case PLATFORM -> Thread.ofPlatform().name(name).daemon(true).unstarted(work);
            case VIRTUAL -> Thread.ofVirtual().name(name).unstarted(work);
        };
    }

    /** Accounting of the planned turns: counts those that ended and charges the others with their wait. Used once, after the end. */
    private final class TurnAccounting {
        private final Timeline timeline;
        private final long endNs;
        private long started;
        private long unanswered;
        private long unsent;

        TurnAccounting(Timeline timeline, long endNs) {
            this.timeline = timeline;
            this.endNs = endNs;
        }

        void settle(boolean exhausted) {
            for (SessionWorker worker : workers) {
                started += worker.started();
                worker.unanswered(this::unanswered);
            }
            if (!exhausted) {
                workers.stream().filter(worker -> worker.schedule().paced()).forEach(this::unsent);
            }
        }

        TurnCount count() {
            return new TurnCount(started + unsent, started, started - unanswered, timeline.unfinishedWait());
        }

        private void unanswered(ClaimedTurn claim) {
            unanswered++;
            charge(claim);
        }

        // First the turn that this session had claimed and not sent, then, with its terminal given back, the turns that
        // no session had claimed.
        private void unsent(SessionWorker worker) {
            ClaimedTurn claim = worker.last();
            if (worker.unsent() && isDue(claim)) {
                unsent(claim);
            }
            while (worker.schedule().claim(claim) && isDue(claim)) {
                unsent(claim);
            }
        }

        private boolean isDue(ClaimedTurn claim) {
            return claim.dueNs() < endNs;
        }

        private void unsent(ClaimedTurn claim) {
            unsent++;
            charge(claim);
        }

        private void charge(ClaimedTurn claim) {
            timeline.unfinished(shared.load().planned(claim), claim.dueNs(), endNs);
        }
    }
}
