package squall.adversity.junit;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import squall.results.RunSummary;
import squall.results.file.CanonicalJson;
import squall.verdict.AdversitySummary;

/**
 * Run under a scenario that has ended.
 *
 * @param directory its run directory
 * @param summary content of {@code summary.json}
 */
public record AdversityRun(Path directory, JsonNode summary) {
    static final String SUMMARY = "summary.json";

    /** @throws IOException if there is no summary, or it is not one of a run under a scenario */
    static AdversityRun read(Path directory) throws IOException {
        Path file = directory.resolve(SUMMARY);
        AdversityRun run = new AdversityRun(directory, CanonicalJson.read(file));
        try {
            if (run.recorded().adversity().isEmpty()) {
                throw new IOException(file + " is of a run without a scenario");
            }
            return run;
        } catch (IllegalArgumentException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    /** Returns the summary as the record that is its schema. */
    RunSummary recorded() {
        return CanonicalJson.as(RunSummary.class, summary);
    }

    /** Returns the exit code that {@code bin/adversity run} would have. */
    public int exitCode() {
        return recorded().exitCode();
    }

    /** Lists the reasons why the exit code is not 0. */
    public List<String> reasons() {
        return recorded().exitCodes().stream()
                .map(RunSummary.ExitReason::reason)
                .toList();
    }

    /** Lists the names of disturbed phases and of controls. */
    public List<String> phases() {
        return summarized().map(AdversitySummary.PhaseSummary::name).toList();
    }

    Stream<AdversitySummary.PhaseSummary> summarized() {
        return recorded().adversity().stream().flatMap(adversity -> adversity.phases().stream());
    }
}
