package squall.engine.phases;

import java.util.Map;
import squall.measure.Window;
import squall.measure.recovery.SecondSeries;

/** What the executor of a scenario sees of the run, and may do to it. */
interface RunControl {
    long SECOND_NS = 1_000_000_000;

    /** Nanoseconds since the run began. */
    long nowNs();

    /** Waits until then. @throws InterruptedException if the run is to end, or has ended */
    void await(long untilNs) throws InterruptedException;

    /** Opens a window with the next second that is not over, and ends the one before. */
    Window open(String name, Window.Kind kind, Window.Origin origin);

    /** What is known by now of the seconds from this one on. */
    SecondSeries since(long second);

    /**
     * Delivers an event that has just ended to the run's listeners. From any thread.
     *
     * @param beganNs when it began, since the run began
     */
    void tell(long beganNs, String type, String detail, Map<String, Object> facts);

    /** Delivers an event without duration to the run's listeners. From any thread. */
    default void tell(String type, String detail, Map<String, Object> facts) {
        tell(nowNs(), type, detail, facts);
    }

    /** The second that is under way. */
    default long second() {
        return nowNs() / SECOND_NS;
    }

    default void awaitSecond(long second) throws InterruptedException {
        await(second * SECOND_NS);
    }

    /** Waits a little into the next second, when the one before has mostly become known. */
    default void awaitNews() throws InterruptedException {
        await((second() + 1) * SECOND_NS + SECOND_NS / 10);
    }
}
