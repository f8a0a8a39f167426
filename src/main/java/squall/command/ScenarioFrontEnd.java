package squall.command;

import squall.verdict.Adversity;
import squall.verdict.Evidence;

/** What a front end adds to a run under a scenario. */
public interface ScenarioFrontEnd extends FrontEnd {
    /** What was seen beside the load; asked for after {@link #checks}. */
    default Evidence evidence() {
        return Evidence.NONE;
    }

    /** Hears what the scenario came to, before anything is told of it; not what its data or its client say. */
    default void judged(Adversity adversity) {}
}
