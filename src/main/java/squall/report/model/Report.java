package squall.report.model;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.report.chart.Curve;
import squall.report.chart.Track;
import squall.results.RecordedEvent;

/**
 * The report of one run; every format shows this and nothing else.
 *
 * @param subtitle what ran on what
 * @param warnings what a reader must know before believing a figure
 * @param reproduce the command line that does the same again, without secrets
 * @param grids the tables, in the order in which they are shown
 * @param curves one for each window in which something was acknowledged
 */
public record Report(
        Evidence evidence,
        String title,
        String subtitle,
        Verdict verdict,
        List<String> warnings,
        List<Tile> tiles,
        List<Grid> grids,
        List<Expectation> expectations,
        List<Injection> injections,
        List<Curve> curves,
        String reproduce) {
    /** Said at the foot of every form. */
    public static final String PERCENTILES =
            "Percentiles: HdrHistogram's value at percentile, 3 significant digits, from merged histograms, never from other percentiles. "
                    + "Latency counts from the intended start where there is a schedule.";

    public Report {
        warnings = List.copyOf(warnings);
        tiles = List.copyOf(tiles);
        grids = List.copyOf(grids);
        expectations = List.copyOf(expectations);
        injections = List.copyOf(injections);
        curves = List.copyOf(curves);
    }

    public String runId() {
        return evidence.run().manifest().path("run_id").asText();
    }

    /** Failed operations in each second by class and SQLSTATE, the most frequent first. */
    public Map<String, Track> failures() {
        return Errors.perSecond(evidence);
    }

    /** Events that are no steps of a fault. */
    public List<RecordedEvent> marks() {
        return evidence.events().stream()
                .filter(event -> !Injections.isStep(event))
                .toList();
    }

    public Optional<Grid> grid(String id) {
        return grids.stream().filter(grid -> grid.id().equals(id)).findFirst();
    }
}
