package squall.run;

import java.util.List;
import squall.measure.Window;
import squall.measure.Windows;
import squall.spi.Load;

/** One run of one load: opens the sessions, keeps the pace, records, and ends in bounded time. */
public final class Run {
    private static final long SECOND_NS = 1_000_000_000;

    private final Load load;
    private final Plan plan;
    private final Windows windows;
    private final Scribe scribe;
    private final Course course = new Course();

    /** @param load already set up; stays the caller's to close */
    public Run(Load load, Plan plan, List<RunListener> listeners) {
        this.load = load;
        this.plan = plan;
        this.windows = new Windows(plan.windows());
        this.scribe = new Scribe(List.copyOf(listeners), course::fail);
    }

    /**
     * Runs to the end and returns what was measured; a database that fails is a result, not an exception. Once only.
     *
     * @throws InterruptedException if the calling thread was interrupted; the sessions are closed all the same
     */
    public RunResult execute() throws InterruptedException {
        return new Leader(load, plan, course, scribe, windows).lead();
    }

    /** Ends the run: no further turn is sent; what is under way gets the grace time. From any thread, also from a signal handler. */
    public void stop(Ending ending) {
        course.end(ending);
    }

    /** Ends the run now: calls under way are aborted. */
    public void stopNow(Ending ending) {
        course.endNow(ending);
    }

    /** The second from which the load goes at its pace: after calibration and warm-up. */
    public long steadyFromSecond() {
        return plan.windows().getLast().fromSecond();
    }

    /** Nanoseconds since the run began; says nothing before it has. From any thread. */
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

    /** Tells the listeners, on their own thread, what has just happened. From any thread; nobody hears it after the end. */
    public void tell(Event event) {
        scribe.tell(listener -> listener.event(event));
    }
}
