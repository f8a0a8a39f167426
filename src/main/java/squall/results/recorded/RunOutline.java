package squall.results.recorded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import squall.results.AdversitySummary;
import squall.results.Manifest;
import squall.results.RunSummary;
import squall.results.file.RunState;

/**
 * What a list of many runs shows of each. The rest of {@code summary.json} is skipped, which is most of it and most of the time: only the
 * record of a run that is opened is read whole, see {@link RecordedRun}.
 *
 * @param summary absent if the run did not come to its end
 */
public record RunOutline(Path path, RunState state, Manifest manifest, Optional<SummaryOutline> summary) {
    /** Members of {@link RunSummary}. */
    public record SummaryOutline(
            int schemaVersion,
            String runId,
            int exitCode,
            Optional<RunSummary.MeasuredTotals> measured,
            Optional<AdversityOutline> adversity) {}

    /** Members of {@link AdversitySummary}. */
    public record AdversityOutline(List<PhaseOutline> phases) {}

    /** Members of {@link AdversitySummary.PhaseSummary}. */
    public record PhaseOutline(OptionalLong lostWrites) {}

    /** @throws IOException if this is no run directory or what is read of it is damaged; the message names the file */
    public static RunOutline read(Path path) throws IOException {
        Manifest manifest = RecordedRun.manifest(path);
        return new RunOutline(
                path,
                RecordedRun.state(manifest),
                manifest,
                RecordedRun.summary(
                        SummaryOutline.class, path, manifest, SummaryOutline::schemaVersion, SummaryOutline::runId));
    }
}
