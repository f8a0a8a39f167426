package squall.run;

import java.util.List;
import squall.spi.Load;

/** One run of one load: opens the sessions, keeps the pace, records, and ends in bounded time. */
public final class Run {
    private final Load load;
    private final Plan plan;
    private final List<RunListener> listeners;
    private final Course course = new Course();

    /** @param load already set up; stays the caller's to close */
    public Run(Load load, Plan plan, List<RunListener> listeners) {
        this.load = load;
        this.plan = plan;
        this.listeners = List.copyOf(listeners);
    }

    /**
     * Runs to the end and returns what was measured; a database that fails is a result, not an exception. Once only.
     *
     * @throws InterruptedException if the calling thread was interrupted; the sessions are closed all the same
     */
    public RunResult execute() throws InterruptedException {
        return new Leader(load, plan, listeners, course).lead();
    }

    /** Ends the run: no further turn is sent; what is under way gets the grace time. From any thread, also from a signal handler. */
    public void stop(Ending ending) {
        course.end(ending);
    }

    /** Ends the run now: calls under way are aborted. */
    public void stopNow(Ending ending) {
        course.endNow(ending);
    }
}
