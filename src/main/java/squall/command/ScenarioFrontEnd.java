package squall.command;

import squall.verdict.Evidence;

/** What a front end adds to a run under a scenario. */
public interface ScenarioFrontEnd extends FrontEnd {
    /** What was seen beside the load; asked for after {@link #checks}. */
    default Evidence evidence() {
        return Evidence.NONE;
    }
}
