package squall.engine.phases;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import squall.engine.LoadRun;
import squall.engine.RunEvent;
import squall.engine.RunListener;
import squall.engine.RunResult;
import squall.engine.phases.ScenarioResult.ScenarioProblem;
import squall.engine.schedule.RunEnding;
import squall.engine.schedule.RunStart;
import squall.measure.SuccessGaps;
import squall.measure.Tick;
import squall.measure.Window;
import squall.measure.outage.ClientTimeline;
import squall.measure.recovery.SecondSeries;
import squall.measure.recovery.SecondSeries.SeriesLog;
import squall.scenario.Scenario;

/**
 * Conductor of a scenario: keeps one load running while the phases pass, and injects faults between the windows (DESIGN 5).
 *
 * <pre>
 *   the caller's thread   execute: the run, then waits for the conductor ------------------> Conducted
 *   squall-conductor      waits for the first second, phases ..., heals, ends the run --'
 * </pre>
 *
 * <p>It must be among the listeners of the run that it executes, and is used once. However the run ends, everything is healed before
 * {@link #execute} returns.
 */
public final class Conductor implements RunListener {
    private final Scenario scenario;
    private final FaultInjector injector;
    private final SeriesLog log = new SeriesLog();
    private final GapLog gaps = new GapLog();
    private final PendingEvents pending = new PendingEvents();
    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicReference<@Nullable RunEnding> requested = new AtomicReference<>();
    private final AtomicReference<@Nullable Thread> player = new AtomicReference<>();
    private final AtomicReference<@Nullable LoadRun> conducted = new AtomicReference<>();
    private volatile boolean finished;

    /** @param injector prepares each injection when it is due */
    public Conductor(Scenario scenario, FaultInjector injector) {
        this.scenario = scenario;
        this.injector = injector;
    }

    /**
     * Runs the scenario from the first phase to the last.
     *
     * @param run with this object among its listeners, and without its own end
     * @throws InterruptedException if the calling thread was interrupted; everything is healed first
     */
    public ScenarioResult execute(LoadRun run) throws InterruptedException {
        conducted.set(run);
        run.nameLastWindow(Window.START);
        PhaseRunner runner = new PhaseRunner(scenario, injector, new EngineRunControl(run, log, over, pending));
        Thread thread = Thread.ofPlatform().name("squall-conductor").unstarted(() -> conduct(run, runner));
        player.set(thread);
        thread.start();
        RunResult result;
        try {
            result = run.execute();
        } finally {
            release();
            awaitEnd(thread);
        }
        List<ScenarioProblem> problems = new ArrayList<>(runner.problems());
        if (!finished && result.ending() instanceof RunEnding.Complete) {
            problems.add(ScenarioProblem.cutShort("the run ended before its scenario"));
        }
        return new ScenarioResult(
                result,
                log.since(0),
                runner.criteria(),
                runner.results(),
                problems,
                pending.unheard(),
                gaps.timeline(run, result.elapsedNs()));
    }

    /** Heals everything, then ends the run. May be called by any thread and by a signal handler; the first ending counts. */
    public void stop(RunEnding ending) {
        requested.compareAndSet(null, ending);
        release();
    }

    /** Ends the load at once, and heals everything. May be called by any thread and by a signal handler. */
    public void stopNow(RunEnding ending) {
        stop(ending);
        LoadRun run = conducted.get();
        if (run != null) {
            run.stopNow(ending);
        }
    }

    @Override
    public void started(RunStart start) {
        started.countDown();
    }

    @Override
    public void closed(Tick tick) {
        log.add(tick);
        gaps.add(tick);
    }

    @Override
    public void event(RunEvent event) {
        pending.pending(event);
    }

    private void conduct(LoadRun run, PhaseRunner runner) {
        RunEnding ending = new RunEnding.Complete();
        try {
            started.await();
            runner.run(run.steadyFromSecond());
            finished = true;
            if (!runner.problems().isEmpty()) {
                ending = new RunEnding.CalledOff(runner.problems().getFirst().text());
            }
        } catch (InterruptedException e) {
            // The run is ending or has ended; the reason is recorded by the caller that ended it, or by the run itself.
            RunEnding why = requested.get();
            ending = why == null ? ending : why;
        } catch (RuntimeException | Error e) { // a fault is third-party code; the run fails with it, healed
            ending = new RunEnding.Failed(e);
        }
        run.stop(ending);
    }

    private void release() {
        over.countDown();
        Thread thread = player.get();
        if (thread != null) {
            thread.interrupt();
        }
    }

    private static void awaitEnd(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true; // healing must not be cut short
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** View of the run for the executor of a scenario, and its means to control it. */
    interface RunControl {
        long SECOND_NS = 1_000_000_000;

        /** Returns the nanoseconds since the run began. */
        long nowNs();

        /** Waits until this time, in nanoseconds since the run began. @throws InterruptedException if the run is to end, or has ended */
        void await(long untilNs) throws InterruptedException;

        /** Returns whether the run is to end, or has ended. */
        boolean ending();

        /** Opens a window at the next second, and closes the previous one. */
        Window open(String name, Window.Kind kind, Window.WindowOrigin origin);

        /** Returns the seconds that are known by now, from this one on. */
        SecondSeries since(long second);

        /**
         * Delivers an event that has just ended to the run's listeners. May be called by any thread.
         *
         * @param beganNs begin of the event, in nanoseconds since the run began
         */
        void tell(long beganNs, ScenarioEvent kind, String detail, Map<String, Object> facts);

        /** Delivers an event without duration to the run's listeners. May be called by any thread. */
        default void tell(ScenarioEvent kind, String detail, Map<String, Object> facts) {
            tell(nowNs(), kind, detail, facts);
        }

        /** Returns the number of the current second. */
        default long second() {
            return nowNs() / SECOND_NS;
        }

        default void awaitSecond(long second) throws InterruptedException {
            await(second * SECOND_NS);
        }

        /** Waits until shortly after the next second has begun, when most of the previous one is known. */
        default void awaitNews() throws InterruptedException {
            await((second() + 1) * SECOND_NS + SECOND_NS / 10);
        }
    }

    /**
     * Control over a real run.
     *
     * @param over opens when the run is to end, or has ended
     */
    private record EngineRunControl(LoadRun run, SeriesLog log, CountDownLatch over, PendingEvents pending)
            implements RunControl {
        @Override
        public long nowNs() {
            return run.nowNs();
        }

        @Override
        public boolean ending() {
            return over.getCount() == 0;
        }

        @Override
        public void await(long untilNs) throws InterruptedException {
            boolean ended = ending();
            for (long left = untilNs - nowNs(); left > 0 && !ended; left = untilNs - nowNs()) {
                ended = over.await(left, TimeUnit.NANOSECONDS);
            }
            if (ended) {
                throw new InterruptedException("the run is ending");
            }
        }

        @Override
        public Window open(String name, Window.Kind kind, Window.WindowOrigin origin) {
            return run.open(name, kind, origin);
        }

        @Override
        public SecondSeries since(long second) {
            return log.since(second);
        }

        @Override
        public void tell(long beganNs, ScenarioEvent kind, String detail, Map<String, Object> facts) {
            RunEvent event = new RunEvent(beganNs, nowNs(), kind.type(), detail, facts);
            pending.sent(event); // first, so that it is counted as sent before a listener receives it
            run.tell(event);
        }
    }

    /** Log of the gaps in the answers; thread-safe. */
    private static final class GapLog {
        private final SuccessGaps gaps = new SuccessGaps();

        synchronized void add(Tick tick) {
            gaps.tick(tick);
        }

        synchronized ClientTimeline timeline(LoadRun run, long endNs) {
            return new ClientTimeline(ClientTimeline.LOAD, gaps.all(endNs), run.connectionSteps());
        }
    }

    /** Set of events that were sent and have not reached the listeners yet; thread-safe. */
    private static final class PendingEvents {
        private final List<RunEvent> waiting = new ArrayList<>();

        synchronized void sent(RunEvent event) {
            waiting.add(event);
        }

        synchronized void pending(RunEvent event) {
            waiting.remove(event);
        }

        synchronized List<RunEvent> unheard() {
            return List.copyOf(waiting);
        }
    }
}
