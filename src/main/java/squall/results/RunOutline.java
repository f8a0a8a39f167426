package squall.results;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;
import squall.measure.Window;
import squall.system.InputFile;

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
            List<WindowOutline> windows,
            Optional<AdversityOutline> adversity) {}

    /** Members of {@link RunSummary.WindowTotals}. */
    public record WindowOutline(Window.Kind kind, double seconds, List<OperationOutline> operations) {}

    /** Members of {@link RunSummary.OperationTotals}. */
    public record OperationOutline(String operation, boolean part, long ok) {}

    /** Members of {@link AdversitySummary}. */
    public record AdversityOutline(List<PhaseOutline> phases) {}

    /** Members of {@link AdversitySummary.Phase}. */
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

    /**
     * The latencies of some operations of some windows in one histogram, in microseconds; the others are not decoded.
     *
     * @param operations names, by the place of their window among all
     * @return empty if there are none
     */
    public Optional<Histogram> latency(Map<Integer, List<String>> operations) throws IOException {
        return InputFile.exists(path.resolve(WindowHistograms.NAME))
                ? Optional.of(WindowHistograms.latency(path, operations)).filter(latency -> latency.getTotalCount() > 0)
                : Optional.empty();
    }
}
