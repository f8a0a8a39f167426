package squall.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import squall.results.RepetitionSummary;
import squall.verdict.AdversityResult;
import squall.verdict.ProbeEvidence;

/** What a front end adds to a run under a scenario. */
public interface ScenarioFrontEnd extends FrontEnd {
    /** The run directory is made, and nothing runs yet. @throws IOException if something cannot be kept there: nothing is run then */
    default void begin(Path directory) throws IOException, InterruptedException {}

    /** The findings of the probes; called after {@link #checks}. */
    default ProbeEvidence evidence() {
        return ProbeEvidence.NONE;
    }

    /** Lines that are shown only in verbose mode. */
    default List<String> details() {
        return List.of();
    }

    /** What {@code summary.json} says of this run and those of the same scenario before it. @param run the name of the run directory */
    default Optional<RepetitionSummary> repetitions(String run, AdversityResult adversity) {
        return Optional.empty();
    }
}
