package squall.results.recorded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import squall.results.Manifest;
import squall.results.RunSummary;
import squall.results.file.RunState;
import squall.verdict.AdversitySummary;

/**
 * Outline of a run for a list of many. Most of {@code summary.json} is skipped, and so most of the time: only the record of a run that is
 * opened is read completely, see {@link RecordedRun}.
 *
 * @param summary absent if the run did not reach its end
 */
public record RunOutline(Path path, RunState state, Manifest manifest, Optional<SummaryOutline> summary) {
    /** Outline of a {@link RunSummary}: some of its members. */
    public record SummaryOutline(
            int schemaVersion,
            String runId,
            int exitCode,
            Optional<RunSummary.MeasuredTotals> measured,
            Optional<AdversityOutline> adversity) {}

    /** Outline of an {@link AdversitySummary}: some of its members. */
    public record AdversityOutline(List<PhaseOutline> phases) {}

    /** Outline of an {@link AdversitySummary.PhaseSummary}: some of its members. */
    public record PhaseOutline(OptionalLong lostWrites) {}

    /** @throws IOException if this is not a run directory or a part read of it is damaged; the message names the file */
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
