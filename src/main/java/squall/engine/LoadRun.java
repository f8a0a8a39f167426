package squall.engine;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import squall.engine.RunResult.TurnCount;
import squall.engine.SessionWorker.LatenessLimit;
import squall.engine.schedule.CalibratedSchedule;
import squall.engine.schedule.LoadPlan;
import squall.engine.schedule.RunClock;
import squall.engine.schedule.RunEnding;
import squall.engine.schedule.RunStart;
import squall.engine.schedule.Schedule;
import squall.engine.schedule.Schedules;
import squall.measure.LiveSecond;
import squall.measure.OutcomeNumbers;
import squall.measure.RunWindows;
import squall.measure.Tick;
import squall.measure.Timeline;
import squall.measure.Window;
import squall.measure.outage.ClientTimeline.ClientSteps;
import squall.spi.Load;
import squall.spi.Operation;
import squall.system.HumanNumbers;

/**
 * Run of one load: opens the sessions, keeps the pace, records, and ends in bounded time. The thread that calls {@link #execute} leads it.
 *
 * <pre>
 *   open --all sessions open, the gate too--> drive --turns done, time over, stop rule, stop()--> shutDown --> account --> result
 *     '------------ one could not be opened, stop() -------------------------------------^
 *
 *   shutDown: [grace] --still under way--> abort, interrupt [a few seconds] --still under way--> given up, charged as unfinished
 * </pre>
 */
public final class LoadRun {
    /** Condition that must hold before the first turn of a run; all sessions are open by then. */
    public interface StartGate {
        /** Gate that is always open: the run begins at once. */
        StartGate OPEN = over -> Optional.empty();

        /**
         * Waits until the run may begin, or until it has ended.
         *
         * @param over whether the run has been ended meanwhile, for example by a signal; polled often
         * @return the reason why the run must not begin; empty if it may
         */
        Optional<RunEnding> await(BooleanSupplier over) throws InterruptedException;
    }

    private static final long SECOND_NS = 1_000_000_000;
    private static final long LOOK_NS = 10_000_000;
    /** Polling interval during the load. Polling takes processor time from it: every 10 ms took 1.6 % of a core. */
    private static final long LOAD_LOOK_NS = 50_000_000;

    /** Time that a session has to end after it was aborted. */
    private static final long ABORTED_NS = 3_000_000_000L;
    /** Time after which a session is aborted again: some answer an abort by trying again. */
    private static final long ABORT_AGAIN_NS = 100_000_000;

    private final Load load;
    private final LoadPlan plan;
    private final StartGate gate;
    private final RunWindows windows;
    private final RunClock clock;
    private final EventDispatcher events;
    private final Schedule schedule;
    private final Timeline timeline;
    private final SampleRecorder recording;
    private final WorkerPool workers;
    private final StopRuleMonitor stopRules;
    private final GcShare gc;
    private final ConnectionLog connections = new ConnectionLog();
    private OptionalDouble maximum = OptionalDouble.empty();

    /** @param load already set up; the caller closes it */
    public LoadRun(Load load, LoadPlan plan, List<RunListener> listeners) {
        this(load, plan, listeners, StartGate.OPEN);
    }

    /** Creates a run that waits at a gate before its first turn, for other clients for example. */
    public LoadRun(Load load, LoadPlan plan, List<RunListener> listeners, StartGate gate) {
        this(load, plan, listeners, gate, InstantSource.system());
    }

    /** Creates a run with a wall clock for tests. @param wallClock read once, when the run begins */
    LoadRun(Load load, LoadPlan plan, List<RunListener> listeners, StartGate gate, InstantSource wallClock) {
        this.load = load;
        this.plan = plan;
        this.gate = gate;
        clock = new RunClock(wallClock);
        windows = new RunWindows(plan.windows());
        events = new EventDispatcher(List.copyOf(listeners), clock::fail);
        schedule = new Schedules(plan, clock).make();
        OutcomeNumbers outcomes = new OutcomeNumbers();
        LatenessLimit lateness = LatenessLimit.of(plan, load);
        timeline = new Timeline(operations(lateness), windows, outcomes);
        recording = new SampleRecorder(timeline, WorkerPool.lanes(plan), clock::nowNs, new RecordingSink());
        SessionWorker.StartStopLatches latches =
                new SessionWorker.StartStopLatches(plan.sessions() + plan.deferredSessions());
        workers = new WorkerPool(
                plan,
                new SessionWorker.Shared(load, clock, outcomes, latches, lateness, connections, plan.measuredFromNs()),
                schedule,
                recording);
        stopRules = new StopRuleMonitor(plan.stopRules());
        gc = new GcShare(windows, GcShare::pausedMs);
    }

    /**
     * Runs the load to its end and returns the measurement. A failing database is a result, not an exception. To be called once.
     *
     * @throws InterruptedException if the calling thread was interrupted; the sessions are closed first
     */
    public RunResult execute() throws InterruptedException {
        events.start();
        load.reportTo(this::found);
        try {
            open();
            drive();
        } catch (InterruptedException e) {
            clock.endNow(new RunEnding.Interrupted("interrupt"));
            report(shutDown());
            throw e;
        } catch (RuntimeException e) { // of the gate or a listener; the sessions are open and have to end
            clock.endNow(new RunEnding.Failed(e));
        }
        return report(shutDown());
    }

    /**
     * Ends the run: no further turn is sent, and calls under way get the grace time. May be called by any thread and by a signal handler.
     */
    public void stop(RunEnding ending) {
        clock.end(ending);
    }

    /** Ends the run at once: calls under way are aborted. May be called by any thread and by a signal handler. */
    public void stopNow(RunEnding ending) {
        clock.endNow(ending);
    }

    /** Returns the second from which the load runs at its planned pace, after calibration and warm-up. */
    public long steadyFromSecond() {
        return plan.windows().getLast().fromSecond();
    }

    /** Returns the nanoseconds since the run began; undefined before that. May be called by any thread. */
    public long nowNs() {
        return clock.nowNs();
    }

    /** Names the last window of the plan, which ends when another one is opened; to be called before the run begins. */
    public void nameLastWindow(String name) {
        windows.nameLast(name);
    }

    /**
     * Opens a window at the next second and closes the previous one. May be called by any thread after the run began.
     *
     * @return the window, which begins within a second
     */
    public Window open(String name, Window.Kind kind, Window.WindowOrigin origin) {
        return windows.open(new Window(name, kind, nowNs() / SECOND_NS + 1, Long.MAX_VALUE, origin));
    }

    /** Delivers an event to the listeners, on the listeners' thread. May be called by any thread; events after the end are dropped. */
    public void tell(RunEvent event) {
        events.tell(listener -> listener.event(event));
    }

    /** Delivers what the load found. Before the first turn there is no time to give it. */
    private void found(String type, String detail, Map<String, Object> facts) {
        if (clock.begun()) {
            tell(new RunEvent(clock.nowNs(), type, detail, facts));
        }
    }

    /**
     * Returns the steps by which sessions, or the driver that they share, lost connections and got others, as far as they were kept. May be
     * called by any thread after the run began.
     */
    public ClientSteps connectionSteps() {
        return connections.steps().and(load.driverSteps(clock.originNs()));
    }

    private void open() throws InterruptedException {
        workers.open();
        while (clock.ending() == null && !workers.awaitOpen(LOOK_NS)) {
            // Checks whether the run has ended, between two waits.
        }
        if (clock.ending() == null) {
            gate.await(() -> clock.ending() != null).ifPresent(clock::end);
        }
        clock.begin(plan.endNs()).ifPresent(this::begin);
        workers.go();
    }

    /** Passes the start time to the load before any session performs a turn; the listeners may receive it later. */
    private void begin(RunStart start) {
        events.tell(listener -> listener.started(start));
        gc.start();
        recording.start();
        load.begins(start.epochMs());
        if (schedule instanceof CalibratedSchedule) {
            tell(
                    0,
                    "calibrating",
                    "at full speed for " + HumanNumbers.length(plan.calibration())
                            + " to find the maximum; no part of the result");
        }
    }

    private void drive() throws InterruptedException {
        while (!clock.over() && !workers.awaitEnd(untilNextLookNs())) {
            look(clock.nowNs());
        }
        clock.end(new RunEnding.Complete());
    }

    private long untilNextLookNs() {
        boolean calibrating = schedule instanceof CalibratedSchedule && !schedule.paced();
        return Math.clamp(clock.endNs() - clock.nowNs(), 0, calibrating ? LOOK_NS : LOAD_LOOK_NS);
    }

    private void look(long now) {
        gc.look(now);
        if (schedule instanceof CalibratedSchedule calibration) {
            calibration.look(now, recording.acknowledged()).ifPresent(found -> settle(calibration, found, now));
        }
        SampleRecorder.EngineStatus status = workers.engineStatus();
        boolean pending = status.inFlight().operations() > 0 || status.lagNs() > 0;
        stopRules
                .check(new StopRuleMonitor.RuleReading(now, recording.acknowledged(), recording.failed(), pending))
                .ifPresent(clock::end);
    }

    private void settle(CalibratedSchedule calibration, double found, long now) {
        if (found == 0) {
            clock.fail(new IOException(
                    "calibration: no operation was acknowledged in its last quarter, so there is no maximum to take a"
                            + " share of"));
            return;
        }
        maximum = OptionalDouble.of(found);
        double due = calibration.settle(found);
        tell(
                now,
                "calibrated",
                String.format(Locale.ROOT, "maximum %.1f per second; from now on %.1f per second are due", found, due));
    }

    /** Ends all sessions in bounded time. @return the number of sessions that had to be aborted */
    private int shutDown() throws InterruptedException {
        gc.stop();
        workers.go();
        workers.wake();
        long overNs = System.nanoTime();
        boolean ended = workers.awaitEnd(0);
        while (!ended && System.nanoTime() - overNs < clock.patienceNs(plan.grace())) {
            ended = workers.awaitEnd(LOOK_NS);
        }
        return ended ? 0 : abort();
    }

    private int abort() throws InterruptedException {
        int aborted = workers.abort();
        if (clock.begun()) {
            tell(
                    clock.nowNs(),
                    "aborted",
                    HumanNumbers.counted(aborted, "session") + " still in a call after the grace time");
        }
        long until = System.nanoTime() + ABORTED_NS;
        while (!workers.awaitEnd(ABORT_AGAIN_NS) && System.nanoTime() < until) {
            workers.abort();
        }
        return aborted;
    }

    private RunResult report(int aborted) throws InterruptedException {
        if (clock.begun()) {
            recording.stop();
        }
        boolean exhausted = workers.exhausted();
        long endNs = exhausted ? workers.lastAnswerNs() : clock.endNs();
        TurnCount turns = asked(workers.account(timeline, endNs, exhausted), exhausted);
        timeline.finish(endNs, this::closed);
        events.flush();
        RunResult result = result(turns, endNs, aborted);
        events.finish(listener -> listener.finished(result));
        return result.endedBy(ending()); // a listener may have failed at the last event
    }

    /** Counts the turns of the plan, including those that a load without more work left, but not those of the calibration. */
    private TurnCount asked(TurnCount fell, boolean exhausted) {
        boolean early = exhausted && ending() instanceof RunEnding.Complete;
        long left = early ? Math.max(0, plan.ownTurns().orElse(0) - fell.planned()) : 0;
        long calibration = 0;
        if (schedule instanceof CalibratedSchedule calibrated) {
            calibration = calibrated.paced() ? calibrated.calibrationTurns() : fell.finished();
        }
        return new TurnCount(
                fell.planned() + left - calibration,
                fell.started() - calibration,
                fell.finished() - calibration,
                fell.unfinishedWait());
    }

    private RunResult result(TurnCount turns, long endNs, int aborted) {
        return new RunResult(
                ending(),
                Math.max(endNs, workers.lastAnswerNs()),
                turns,
                new RunResult.RunMeasurement(
                        timeline.total(endNs), timeline.windows(endNs), maximum, timeline.longestGap(endNs)),
                aborted,
                workers.health(gc.highest(endNs), recording.stalls()));
    }

    private RunEnding ending() {
        return Objects.requireNonNull(clock.ending());
    }

    private void tell(long atNs, String type, String detail) {
        tell(RunEvent.of(atNs, type, detail));
    }

    private List<Operation> operations(LatenessLimit lateness) {
        return plan.lateAfter().isEmpty()
                ? load.operations()
                : Stream.concat(load.operations().stream(), Stream.of(lateness.unsent()))
                        .toList();
    }

    private void closed(Tick tick) {
        events.tell(listener -> listener.closed(tick));
    }

    /** Receiver of what the recording thread reports. */
    private final class RecordingSink implements SampleRecorder.Sink {
        @Override
        public SampleRecorder.EngineStatus engineStatus() {
            return workers.engineStatus();
        }

        @Override
        public void liveSecond(LiveSecond liveSecond) {
            events.tell(listener -> listener.liveSecond(liveSecond));
        }

        @Override
        public void closed(Tick tick) {
            LoadRun.this.closed(tick);
        }

        @Override
        public void failed(Throwable cause) {
            clock.fail(cause);
        }
    }

    /**
     * Dispatcher that delivers events to the listeners in order and on a thread of its own, so that a slow listener delays no other thread.
     */
    private static final class EventDispatcher {
        private final List<RunListener> listeners;
        private final Consumer<Throwable> onFailure;
        private final BlockingQueue<Runnable> events = new LinkedBlockingQueue<>();
        private final Thread thread = new Thread(this::work, "squall-listeners");
        private boolean last; // the thread's own

        /** @param onFailure receives every exception that a listener throws */
        EventDispatcher(List<RunListener> listeners, Consumer<Throwable> onFailure) {
            this.listeners = listeners;
            this.onFailure = onFailure;
            thread.setDaemon(true);
        }

        void start() {
            thread.start();
        }

        void tell(Consumer<RunListener> what) {
            events.add(() -> deliver(what));
        }

        /** Waits until all earlier events have been delivered. */
        void flush() throws InterruptedException {
            CountDownLatch delivered = new CountDownLatch(1);
            events.add(delivered::countDown);
            delivered.await();
        }

        /** Delivers the last event and ends the thread. */
        void finish(Consumer<RunListener> what) throws InterruptedException {
            tell(what);
            events.add(() -> last = true);
            thread.join();
        }

        private void work() {
            while (!last) {
                try {
                    events.take().run();
                } catch (InterruptedException e) {
                    // Only a listener can have interrupted this thread. The remaining events must still be delivered.
                    onFailure.accept(e);
                }
            }
        }

        private void deliver(Consumer<RunListener> what) {
            for (RunListener listener : listeners) {
                try {
                    what.accept(listener);
                } catch (RuntimeException | Error e) {
                    onFailure.accept(e); // ends the run; the other listeners still receive the event
                }
            }
        }
    }

    /** Highest share of a window's time that was spent in garbage collection pauses between the start of the run and its end. */
    static final class GcShare {
        private static final long SHORTEST_NS = RunResult.ClientHealth.SHORTEST_GC_WINDOW.toNanos();

        private final LongSupplier pausedMs;
        private final RunWindows windows;
        private int begun = 1;
        private long fromNs;
        private long fromMs;
        private OptionalLong stoppedMs = OptionalLong.empty();
        private double highest;

        GcShare(RunWindows windows, LongSupplier pausedMs) {
            this.windows = windows;
            this.pausedMs = pausedMs;
            start();
        }

        /** Starts with the first window; earlier pauses do not count. */
        void start() {
            fromMs = pausedMs.getAsLong();
        }

        /** Ends the last window; later pauses do not count. */
        void stop() {
            stoppedMs = OptionalLong.of(pausedMs.getAsLong());
        }

        /** Returns the milliseconds in pauses since the JVM started. Concurrent phases do not stop threads and do not count. */
        static long pausedMs() {
            return ManagementFactory.getGarbageCollectorMXBeans().stream()
                    .filter(bean -> !bean.getName().contains("Concurrent")
                            && !bean.getName().contains("Cycles"))
                    .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                    .sum();
        }

        /** Starts a new measurement if a new window has begun. */
        void look(long nowNs) {
            int now = windows.begun(nowNs / SECOND_NS);
            if (now != begun) {
                closeWindow(nowNs);
                begun = now;
            }
        }

        /** Returns the highest share of all windows. @param endNs end of the last window */
        double highest(long endNs) {
            closeWindow(endNs);
            return highest;
        }

        private void closeWindow(long nowNs) {
            long ms = stoppedMs.orElseGet(pausedMs);
            if (nowNs > fromNs) {
                highest = Math.max(highest, (ms - fromMs) * 1e6 / Math.max(SHORTEST_NS, nowNs - fromNs));
            }
            fromNs = nowNs;
            fromMs = ms;
        }
    }
}
