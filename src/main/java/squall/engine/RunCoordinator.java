package squall.engine;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import squall.measure.LiveSecond;
import squall.measure.OutcomeNumbers;
import squall.measure.RunWindows;
import squall.measure.Tick;
import squall.measure.Timeline;
import squall.spi.Load;
import squall.spi.Operation;

/**
 * Leads one run on the thread that executes it.
 *
 * <pre>
 *   open --all sessions open, the gate too--> drive --turns done, time over, stop rule, stop()--> dismiss --> account --> result
 *     '------------ one could not be opened, stop() ------------------------------------^
 *
 *   dismiss: [grace] --still under way--> abort, interrupt [a few seconds] --still under way--> given up, charged as unfinished
 * </pre>
 */
final class RunCoordinator implements SampleRecorder.Sink {
    private static final long LOOK_NS = 10_000_000;
    /** During the load, from which each look takes processor time: one every 10 ms took 1.6 % of a core. */
    private static final long LOAD_LOOK_NS = 50_000_000;

    /** How long a session has after it was aborted. */
    private static final long ABORTED_NS = 3_000_000_000L;
    /** A session that answers an abort by trying again is aborted again. */
    private static final long ABORT_AGAIN_NS = 100_000_000;

    private final Load load;
    private final LoadPlan plan;
    private final RunClock course;
    private final EventDispatcher scribe;
    private final Schedule schedule;
    private final Timeline timeline;
    private final SampleRecorder recording;
    private final WorkerPool crew;
    private final StopRuleMonitor guard;
    private final GcShare gc;
    private OptionalDouble maximum = OptionalDouble.empty();

    RunCoordinator(Load load, LoadPlan plan, RunClock course, EventDispatcher scribe, RunWindows windows) {
        this.load = load;
        this.plan = plan;
        this.course = course;
        this.scribe = scribe;
        OutcomeNumbers outcomes = new OutcomeNumbers();
        SessionWorker.LatenessLimit lateness = SessionWorker.LatenessLimit.of(plan, load);
        schedule = new Schedules(plan, course).make();
        timeline = new Timeline(operations(lateness), windows, outcomes);
        recording = new SampleRecorder(timeline, WorkerPool.lanes(plan), course::nowNs, this);
        SessionWorker.StartStopLatches gates =
                new SessionWorker.StartStopLatches(plan.sessions() + plan.deferredSessions());
        crew = new WorkerPool(
                plan,
                new SessionWorker.Shared(load, course, outcomes, gates, lateness, plan.measuredFromNs()),
                schedule,
                recording);
        guard = new StopRuleMonitor(plan.stopRules());
        gc = new GcShare(windows, GcShare::pausedMs);
    }

    RunResult lead(LoadRun.StartGate gate) throws InterruptedException {
        scribe.start();
        try {
            open(gate);
            drive();
        } catch (InterruptedException e) {
            course.endNow(new RunEnding.Interrupted("interrupt"));
            report(dismiss());
            throw e;
        }
        return report(dismiss());
    }

    @Override
    public SampleRecorder.EngineStatus vitals() {
        return crew.vitals();
    }

    @Override
    public void pulse(LiveSecond pulse) {
        scribe.tell(listener -> listener.pulse(pulse));
    }

    @Override
    public void closed(Tick tick) {
        scribe.tell(listener -> listener.closed(tick));
    }

    @Override
    public void failed(Throwable cause) {
        course.fail(cause);
    }

    private void open(LoadRun.StartGate gate) throws InterruptedException {
        crew.open();
        while (course.ending() == null && !crew.awaitOpen(LOOK_NS)) {
            // Checks whether the run has ended, between two waits.
        }
        if (course.ending() == null) {
            gate.await(() -> course.ending() != null).ifPresent(course::end);
        }
        course.begin(plan.endNs());
        if (course.begun()) {
            long startedAtEpochMs = System.currentTimeMillis();
            scribe.tell(listener -> listener.started(startedAtEpochMs));
            recording.start();
        }
        crew.go();
    }

    private void drive() throws InterruptedException {
        while (!course.over() && !crew.awaitEnd(untilNextLookNs())) {
            look(course.nowNs());
        }
        course.end(new RunEnding.Complete());
    }

    private long untilNextLookNs() {
        boolean calibrating = schedule instanceof CalibratedSchedule && !schedule.paced();
        return Math.clamp(course.endNs() - course.nowNs(), 0, calibrating ? LOOK_NS : LOAD_LOOK_NS);
    }

    private void look(long now) {
        gc.look(now);
        if (schedule instanceof CalibratedSchedule calibration) {
            calibration.look(now, recording.acknowledged()).ifPresent(found -> settle(calibration, found, now));
        }
        SampleRecorder.EngineStatus vitals = crew.vitals();
        boolean pending = vitals.inFlight().operations() > 0 || vitals.lagNs() > 0;
        guard.check(new StopRuleMonitor.Look(now, recording.acknowledged(), recording.failed(), pending))
                .ifPresent(course::end);
    }

    private void settle(CalibratedSchedule calibration, double found, long now) {
        if (found == 0) {
            course.fail(new IOException(
                    "calibration: no operation was acknowledged in its last quarter, so there is no maximum to take a"
                            + " share of"));
            return;
        }
        maximum = OptionalDouble.of(found);
        calibration.settle(found);
        tell(now, "calibrated", String.format(Locale.ROOT, "maximum %.1f per second", found));
    }

    /** Ends all sessions in bounded time. @return how many had to be aborted */
    private int dismiss() throws InterruptedException {
        crew.go();
        crew.wake();
        long overNs = System.nanoTime();
        boolean ended = crew.awaitEnd(0);
        while (!ended && System.nanoTime() - overNs < course.patienceNs(plan.grace())) {
            ended = crew.awaitEnd(LOOK_NS);
        }
        return ended ? 0 : abort();
    }

    private int abort() throws InterruptedException {
        int aborted = crew.abort();
        if (course.begun()) {
            tell(course.nowNs(), "aborted", aborted + " sessions were still in a call after the grace time");
        }
        long until = System.nanoTime() + ABORTED_NS;
        while (!crew.awaitEnd(ABORT_AGAIN_NS) && System.nanoTime() < until) {
            crew.abort();
        }
        return aborted;
    }

    private RunResult report(int aborted) throws InterruptedException {
        if (course.begun()) {
            recording.stop();
        }
        boolean exhausted = crew.exhausted();
        long endNs = exhausted ? crew.lastAnswerNs() : course.endNs();
        TurnAccounting account = new TurnAccounting(load, timeline, endNs);
        account.settle(crew.workers(), exhausted);
        timeline.finish(endNs, this::closed);
        scribe.flush();
        RunResult result = result(account, endNs, aborted);
        scribe.finish(listener -> listener.finished(result));
        return result.endedBy(ending()); // a listener may have failed at the last news
    }

    private RunResult result(TurnAccounting account, long endNs, int aborted) {
        return new RunResult(
                ending(),
                Math.max(endNs, crew.lastAnswerNs()),
                account.count(),
                new RunResult.RunMeasurement(
                        timeline.total(endNs), timeline.windows(endNs), maximum, timeline.longestGap(endNs)),
                aborted,
                crew.health(gc.highest(endNs), recording.stalls()));
    }

    private RunEnding ending() {
        return Objects.requireNonNull(course.ending());
    }

    private void tell(long atNs, String type, String detail) {
        scribe.tell(listener -> listener.event(RunEvent.of(atNs, type, detail)));
    }

    private List<Operation> operations(SessionWorker.LatenessLimit lateness) {
        return plan.lateAfter().isEmpty()
                ? load.operations()
                : Stream.concat(load.operations().stream(), Stream.of(lateness.unsent()))
                        .toList();
    }

    /** The highest share of a window that went to garbage collection. */
    static final class GcShare {
        /** In a run of a fraction of a second a single pause is meaningless: shorter windows count as this long. */
        private static final long SHORTEST_NS = 5_000_000_000L;

        private final LongSupplier pausedMs;
        private final RunWindows windows;
        private int begun = 1;
        private long fromNs;
        private long fromMs;
        private double highest;

        GcShare(RunWindows windows, LongSupplier pausedMs) {
            this.windows = windows;
            this.pausedMs = pausedMs;
            this.fromMs = pausedMs.getAsLong();
        }

        /** Milliseconds in pauses since the JVM started. Concurrent phases do not stop threads and do not count. */
        static long pausedMs() {
            return ManagementFactory.getGarbageCollectorMXBeans().stream()
                    .filter(bean -> !bean.getName().contains("Concurrent")
                            && !bean.getName().contains("Cycles"))
                    .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                    .sum();
        }

        /** Checks whether a new window has begun. */
        void look(long nowNs) {
            int now = windows.begun(nowNs / 1_000_000_000);
            if (now != begun) {
                closeWindow(nowNs);
                begun = now;
            }
        }

        /** The result. @param endNs when the last window ended */
        double highest(long endNs) {
            closeWindow(endNs);
            return highest;
        }

        private void closeWindow(long nowNs) {
            long ms = pausedMs.getAsLong();
            if (nowNs > fromNs) {
                highest = Math.max(highest, (ms - fromMs) * 1e6 / Math.max(SHORTEST_NS, nowNs - fromNs));
            }
            fromNs = nowNs;
            fromMs = ms;
        }
    }

    /** Where every planned turn went: counts those that ended and charges the others with their wait. Drawn up once, after the end. */
    private static final class TurnAccounting {
        private final Load load;
        private final Timeline timeline;
        private final long endNs;
        private long started;
        private long unanswered;
        private long unsent;

        TurnAccounting(Load load, Timeline timeline, long endNs) {
            this.load = load;
            this.timeline = timeline;
            this.endNs = endNs;
        }

        /** @param exhausted whether the work was complete, so that later turns of the schedule are not missing */
        void settle(List<SessionWorker> workers, boolean exhausted) {
            for (SessionWorker worker : workers) {
                started += worker.started();
                worker.unanswered(this::unanswered);
            }
            if (!exhausted) {
                workers.stream().filter(worker -> worker.schedule().paced()).forEach(this::unsent);
            }
        }

        RunResult.TurnCount count() {
            return new RunResult.TurnCount(started + unsent, started, started - unanswered, timeline.unfinishedWait());
        }

        private void unanswered(ClaimedTurn claim) {
            unanswered++;
            charge(claim);
        }

        // First what this session had claimed and not sent, then, with its terminal given back, whatever no session had
        // claimed.
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
            timeline.unfinished(load.planned(claim), claim.dueNs(), endNs);
        }
    }
}
