package squall.report.model;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import squall.report.chart.ChartTrack;
import squall.report.chart.PageCharts;
import squall.report.chart.PercentileCurve;
import squall.results.RecordedEvent;
import squall.results.history.IsolationRecord;
import squall.table.Table;

/**
 * Report of one run.
 *
 * @param subtitle database and workload
 * @param warnings what a reader must know to interpret the figures
 * @param reproduce the command line that repeats the run, without secrets
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

    /** Name of the table of the present state of a run in progress. */
    public static final String NOW = "now";

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

    /** Returns the report of a run in progress, whose page follows it. @param now the present state, before everything else */
    public RunReport live(Table now) {
        return new RunReport(
                evidence,
                title,
                subtitle,
                verdict,
                warnings,
                tiles,
                Stream.concat(Stream.of(now), tables.stream()).toList(),
                expectations,
                injections,
                curves,
                reproduce);
    }

    @Override
    public String leading() {
        return Stream.of(NOW, Scorecard.ID)
                .filter(id -> table(id).isPresent())
                .findFirst()
                .orElse(WINDOWS);
    }

    @Override
    public boolean leadsEverything() {
        return !leading().equals(WINDOWS);
    }

    /** Returns the tables that are folded: where a scorecard summarizes them, the windows are details. */
    @Override
    public Set<String> folded() {
        return table(Scorecard.ID).isPresent() ? Set.of(WINDOWS) : Set.of();
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
        PageCharts charts = RunCharts.of(this);
        return table(NOW).isPresent() ? charts.followed() : charts;
    }

    /** Returns the failed operations in each second by class and SQLSTATE, the most frequent first. */
    public Map<String, ChartTrack> failures() {
        return ErrorSection.perSecond(evidence);
    }

    /** Returns the events that are no steps of a fault. */
    public List<RecordedEvent> marks() {
        return evidence.events().stream()
                .filter(event -> InjectionEvents.step(event).isEmpty())
                .toList();
    }
}
