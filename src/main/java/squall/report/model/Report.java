package squall.report.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import squall.report.chart.Charts;
import squall.report.chart.Curve;
import squall.report.chart.Track;
import squall.results.RecordedEvent;

/**
 * The report of one run.
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
        String reproduce)
        implements Document {
    public static final String PERCENTILES =
            "Percentiles: HdrHistogram's value at percentile, 3 significant digits, from merged histograms, never from other percentiles. "
                    + "Latency counts from the intended start where there is a schedule.";

    private static final String WINDOWS = "phases";

    public Report {
        warnings = List.copyOf(warnings);
        tiles = List.copyOf(tiles);
        grids = List.copyOf(grids);
        expectations = List.copyOf(expectations);
        injections = List.copyOf(injections);
        curves = List.copyOf(curves);
    }

    @Override
    public String name() {
        return evidence.run().manifest().path("run_id").asText();
    }

    @Override
    public String leading() {
        return leadsEverything() ? Scorecard.ID : WINDOWS;
    }

    @Override
    public boolean leadsEverything() {
        return grid(Scorecard.ID).isPresent();
    }

    /** Where a scorecard says it in short, the windows are for those who look closer. */
    @Override
    public Set<String> folded() {
        return leadsEverything() ? Set.of(WINDOWS) : Set.of();
    }

    @Override
    public String method() {
        return PERCENTILES;
    }

    @Override
    public Map<String, Object> further() {
        Map<String, Object> further = new LinkedHashMap<>();
        further.put("run_id", name());
        further.put("percentile_curves", curves.stream().map(Report::curve).toList());
        further.put("percentiles", PERCENTILES);
        return further;
    }

    @Override
    public Charts charts() {
        return RunCharts.of(this);
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

    private static Map<String, Object> curve(Curve curve) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("window", curve.window().name());
        json.put(
                "percentile_us",
                curve.points().stream()
                        .map(point -> List.of(point.percentile(), point.micros()))
                        .toList());
        return json;
    }
}
