package squall.engine;

import squall.measure.LiveSecond;
import squall.measure.Tick;

/** Receives the events of a run; all calls come from one thread, which is neither a session's nor the recording one. */
public interface RunListener {
    /** Sessions are open and the clock starts. @param startedAtEpochMs wall-clock time of second 0 */
    default void started(long startedAtEpochMs) {}

    /** A second is over. */
    default void pulse(LiveSecond pulse) {}

    /** A second is settled: everything that was due in it has ended. Comes in order of seconds, without gaps. */
    default void closed(Tick tick) {}

    /** Something happened that a reader of the run should see. */
    default void event(RunEvent event) {}

    /** The last call. */
    default void finished(RunResult result) {}
}
