package squall.report.model;

import java.util.List;
import java.util.Map;
import java.util.Set;
import squall.report.chart.ChartTrack;
import squall.report.chart.PageCharts;
import squall.report.chart.PercentileCurve;
import squall.results.RecordedEvent;
import squall.results.history.IsolationRecord;
import squall.table.Table;

/**
 * The report of one run.
 *
 * @param subtitle what ran on what
 * @param warnings what a reader must know before believing a figure
 * @param reproduce the command line that does the same again, without secrets
 * @param tables the tables, in the order in which they are shown
 * @param curves one for each window in which something was acknowledged
 */
public record RunReport(
        ReportData evidence,
        String title,
        String subtitle,
        ReportDocument.RunVerdict verdict,
        List<String> warnings,
        List<ReportDocument.HeadlineTile> tiles,
        List<Table> tables,
        List<ReportDocument.ReportedExpectation> expectations,
        List<ReportedInjection> injections,
        List<PercentileCurve> curves,
        String reproduce)
        implements ReportDocument {
    public static final String PERCENTILES =
            "Percentiles: HdrHistogram's value at percentile, 3 significant digits, from merged histograms, never from other percentiles. "
                    + "Latency counts from the intended start where there is a schedule.";

    private static final String WINDOWS = "phases";

    public RunReport {
        warnings = List.copyOf(warnings);
        tiles = List.copyOf(tiles);
        tables = List.copyOf(tables);
        expectations = List.copyOf(expectations);
        injections = List.copyOf(injections);
        curves = List.copyOf(curves);
    }

    @Override
    public String name() {
        return evidence.manifest().runId();
    }

    @Override
    public String leading() {
        return leadsEverything() ? Scorecard.ID : WINDOWS;
    }

    @Override
    public boolean leadsEverything() {
        return table(Scorecard.ID).isPresent();
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
    public Record further() {
        return new RunMembers(
                name(),
                curves.stream()
                        .map(curve -> new WindowPercentiles(curve.window().name(), curve.points()))
                        .toList(),
                PERCENTILES);
    }

    private record RunMembers(String runId, List<WindowPercentiles> percentileCurves, String percentiles) {}

    private record WindowPercentiles(String window, List<PercentileCurve.Point> percentileUs) {}

    @Override
    public List<IsolationRecord> isolation() {
        return evidence.isolation();
    }

    @Override
    public PageCharts charts() {
        return RunCharts.of(this);
    }

    /** Failed operations in each second by class and SQLSTATE, the most frequent first. */
    public Map<String, ChartTrack> failures() {
        return ErrorSection.perSecond(evidence);
    }

    /** Events that are no steps of a fault. */
    public List<RecordedEvent> marks() {
        return evidence.events().stream()
                .filter(event -> !InjectionEvents.isStep(event))
                .toList();
    }
}
