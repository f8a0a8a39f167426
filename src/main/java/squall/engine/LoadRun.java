package squall.engine;

import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import squall.measure.RunWindows;
import squall.measure.Window;
import squall.spi.Load;

/** One run of one load: opens the sessions, keeps the pace, records, and ends in bounded time. */
public final class LoadRun {
    /** What a run waits for when all of its sessions are open, before its first turn. */
    public interface StartGate {
        /** Nothing: the run begins at once. */
        StartGate OPEN = over -> Optional.empty();

        /**
         * Returns when the run is to begin, or when it is over.
         *
         * @param over whether the run has been ended meanwhile, for example by a signal; asked often
         * @return why the run must not begin; empty if it may
         */
        Optional<RunEnding> await(BooleanSupplier over) throws InterruptedException;
    }

    private static final long SECOND_NS = 1_000_000_000;

    private final Load load;
    private final LoadPlan plan;
    private final RunWindows windows;
    private final EventDispatcher scribe;
    private final StartGate gate;
    private final RunClock course = new RunClock();

    /** @param load already set up; stays the caller's to close */
    public LoadRun(Load load, LoadPlan plan, List<RunListener> listeners) {
        this(load, plan, listeners, StartGate.OPEN);
    }

    /** As above, for a run that waits for others. */
    public LoadRun(Load load, LoadPlan plan, List<RunListener> listeners, StartGate gate) {
        this.gate = gate;
        this.load = load;
        this.plan = plan;
        this.windows = new RunWindows(plan.windows());
        this.scribe = new EventDispatcher(List.copyOf(listeners), course::fail);
    }

    /**
     * Runs to the end and returns what was measured; a database that fails is a result, not an exception. Once only.
     *
     * @throws InterruptedException if the calling thread was interrupted; the sessions are closed all the same
     */
    public RunResult execute() throws InterruptedException {
        return new RunCoordinator(load, plan, course, scribe, windows).lead(gate);
    }

    /** Ends the run: no further turn is sent; what is under way gets the grace time. From any thread, also from a signal handler. */
    public void stop(RunEnding ending) {
        course.end(ending);
    }

    /** Ends the run now: calls under way are aborted. */
    public void stopNow(RunEnding ending) {
        course.endNow(ending);
    }

    /** The second from which the load goes at its pace: after calibration and warm-up. */
    public long steadyFromSecond() {
        return plan.windows().getLast().fromSecond();
    }

    /** Nanoseconds since the run began; undefined before that. From any thread. */
    public long nowNs() {
        return course.nowNs();
    }

    /**
     * Opens a window with the next second, and ends the one before. From any thread, after the run began.
     *
     * @return the window; it begins at once or within a second
     */
    public Window open(String name, Window.Kind kind, Window.Origin origin) {
        return windows.open(new Window(name, kind, nowNs() / SECOND_NS + 1, Long.MAX_VALUE, origin));
    }

    /** Delivers an event to the listeners, on their own thread. From any thread; events after the end are dropped. */
    public void tell(RunEvent event) {
        scribe.tell(listener -> listener.event(event));
    }
}
