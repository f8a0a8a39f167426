package squall.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import squall.verdict.Adversity;
import squall.verdict.Evidence;

/** What a front end adds to a run under a scenario. */
public interface ScenarioFrontEnd extends FrontEnd {
    /** The run directory is made, and nothing runs yet. @throws IOException if something cannot be kept there: nothing is run then */
    default void begin(Path directory) throws IOException {}

    /** What was seen beside the load; asked for after {@link #checks}. */
    default Evidence evidence() {
        return Evidence.NONE;
    }

    /** Lines that are shown only where every detail is wanted. */
    default List<String> details() {
        return List.of();
    }

    /** What {@code summary.json} says beside the rest, by name. @param run the name of the run directory */
    default Map<String, Object> members(String run, Adversity adversity) {
        return Map.of();
    }
}
