package squall.engine;

import squall.engine.schedule.RunStart;
import squall.measure.LiveSecond;
import squall.measure.Tick;

/**
 * Receiver of a run's events. All calls come from one thread, which is neither a session's nor the recording thread.
 *
 * <p>Any call may come late, including {@link #started}: sessions may have performed turns by then, so they read nothing that a listener
 * sets. Sessions learn the start time through {@link squall.spi.Load#begins}.
 */
public interface RunListener {
    /** Receives the start, as the first call: the sessions are open and the clock runs. */
    default void started(RunStart start) {}

    /** Receives the live figures of a second that is over. */
    default void liveSecond(LiveSecond liveSecond) {}

    /** Receives a second that is complete: everything that was due in it has ended. Seconds come in order and without gaps. */
    default void closed(Tick tick) {}

    /** Receives an event that a reader of the run's report should see. */
    default void event(RunEvent event) {}

    /** Receives the result, as the last call. */
    default void finished(RunResult result) {}
}
