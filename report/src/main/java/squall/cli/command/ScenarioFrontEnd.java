package squall.cli.command;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import squall.results.RepetitionSummary;
import squall.verdict.AdversitySummary;
import squall.verdict.ProbeEvidence;

/** Front end of a run under a scenario. */
public interface ScenarioFrontEnd extends FrontEnd {
    /** Returns the findings of the probes; called after {@link #checks}. */
    default ProbeEvidence evidence() {
        return ProbeEvidence.NONE;
    }

    /** Waits for a cluster without faults, within its own limit, and returns what they left on it; called after {@link #checks}. */
    default List<String> residue() throws IOException, InterruptedException {
        return List.of();
    }

    /** Returns lines that are shown only in verbose mode. */
    default List<String> details() {
        return List.of();
    }

    /**
     * Returns the part of {@code summary.json} about this run and earlier ones of the same scenario. @param run the name of the run
     * directory
     */
    default Optional<RepetitionSummary> repetitions(String run, AdversitySummary adversity) {
        return Optional.empty();
    }
}
