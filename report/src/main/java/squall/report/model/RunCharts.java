package squall.report.model;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import squall.measure.Window;
import squall.report.chart.ChartTrack;
import squall.report.chart.LatencyChart;
import squall.report.chart.LatencyChart.LogScale;
import squall.report.chart.LatencyDigest.HeatMap;
import squall.report.chart.PageCharts;
import squall.report.chart.PageCharts.ChartSection;
import squall.report.chart.PercentileCurve;
import squall.report.chart.ServerChart;
import squall.report.chart.ThroughputChart;
import squall.results.RecordedEvent;
import squall.results.RunSummary;

/** Data of the charts of a run's page: the header and the columns that {@code run.js} reads. */
final class RunCharts {
    private static final String KEYS =
            "Drag to zoom all charts, double-click for the whole run. With the keyboard, on a chart: arrows move the cursor (with Shift "
                    + "further), + and − zoom, Page Up and Page Down move, Escape shows the whole run.";

    private static final String OUTAGES =
            "Each outage from the last answer before it until the recovery rule held, to scale. Point at a part or a mark, or "
                    + "go to it with the arrow keys, to read what it shows.";

    private final RunReport report;
    private final ReportData evidence;
    private final Map<String, ChartTrack> errors;
    private final List<ThroughputChart.OperationLine> acknowledged;
    private final List<LatencyChart.LatencyLine> latencies;
    private final List<ServerChart> servers;
    private final List<OutageChart> outages;
    private final int step;
    private final int serverStep;

    private RunCharts(RunReport report) {
        this.report = report;
        this.evidence = report.evidence();
        this.errors = report.failures();
        ThroughputChart series = evidence.series();
        this.acknowledged = series.lines().stream()
                .filter(line -> line.completed().values().anyMatch(count -> count > 0))
                .toList();
        this.latencies = evidence.latencies().lines().stream()
                .filter(line -> line.operation().equals(LatencyChart.ALL) || line.measured())
                .toList();
        this.servers = ServerChart.of(evidence.readings(), series.seconds());
        this.outages = evidence.summary()
                .flatMap(RunSummary::adversity)
                .map(OutageChart::of)
                .orElse(List.of());
        this.step = PageCharts.step((long) series.seconds() * (series.lines().size() + 2));
        this.serverStep = PageCharts.step((long) series.seconds()
                * servers.stream().mapToInt(chart -> chart.lines().size()).sum());
    }

    static PageCharts of(RunReport report) {
        RunCharts charts = new RunCharts(report);
        return new PageCharts("run.js", charts.places(), charts.head(), charts.columns());
    }

    private List<ChartSection> places() {
        List<ChartSection> places = new ArrayList<>();
        places.add(new ChartSection("timeline", "Timeline", KEYS, "charts"));
        if (!outages.isEmpty()) {
            places.add(new ChartSection("outage-timelines", "Outage timelines", OUTAGES, "outage-charts"));
        }
        if (!report.curves().isEmpty()) {
            places.add(new ChartSection(
                    "curves",
                    "Latency by percentile",
                    "Each window's merged histogram; an axis mark further right is one more nine.",
                    "curve-chart"));
        }
        return places;
    }

    private List<ChartTrack> columns() {
        List<ChartTrack> columns = new ArrayList<>();
        ThroughputChart series = evidence.series();
        acknowledged.forEach(line ->
                columns.add(series.okPerSecond(line, evidence.elapsedSeconds()).averaged(step)));
        errors.values().forEach(track -> columns.add(track.highest(step)));
        columns.add(series.inFlight().averaged(step));
        columns.add(series.lagMs().highest(step));
        columns.add(evidence.latencies().from());
        latencies.forEach(line -> columns.addAll(line.percentiles()));
        columns.add(evidence.heat().counts());
        servers.forEach(chart -> chart.tracks(serverStep).forEach(columns::add));
        return columns;
    }

    private RunHead head() {
        return new RunHead(
                rounded(evidence.endSeconds()),
                step,
                PageCharts.DrawnWindow.of(evidence.windows()),
                report.injections().stream().map(DrawnInjection::of).toList(),
                report.marks().stream().map(DrawnEvent::of).toList(),
                acknowledged.stream()
                        .map(ThroughputChart.OperationLine::operation)
                        .toList(),
                List.copyOf(errors.keySet()),
                latencies.stream().map(LatencyChart.LatencyLine::operation).toList(),
                LatencyChart.PERCENTILES,
                LogScale.STEPS,
                HeatScale.of(evidence.heat()),
                serverStep,
                servers.stream().map(DrawnServer::of).toList(),
                report.curves().stream().map(DrawnCurve::of).toList(),
                outages);
    }

    /** Rounds to three digits after the point. */
    static double rounded(double seconds) {
        return Math.round(seconds * 1000) / 1000.0;
    }

    /** Header of the page: {@code run.js} reads these members. */
    @JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
    private record RunHead(
            double seconds,
            int step,
            List<PageCharts.DrawnWindow> windows,
            List<DrawnInjection> injections,
            List<DrawnEvent> events,
            List<String> throughput,
            List<String> errors,
            List<String> operations,
            List<Double> percentiles,
            int logSteps,
            HeatScale heat,
            int serverStep,
            List<DrawnServer> servers,
            List<DrawnCurve> curves,
            List<OutageChart> outages) {}

    /** Injection as drawn; times in seconds since the run began. */
    private record DrawnInjection(
            String name,
            String lane,
            OptionalDouble injecting,
            OptionalDouble injected,
            OptionalDouble effective,
            OptionalDouble healing,
            OptionalDouble healed,
            OptionalDouble verified) {
        static DrawnInjection of(ReportedInjection injection) {
            return new DrawnInjection(
                    injection.name(),
                    injection.lane(),
                    rounded(injection.injecting().from()),
                    rounded(injection.injecting().to()),
                    rounded(injection.effective()),
                    rounded(injection.healing().from()),
                    rounded(injection.healing().to()),
                    rounded(injection.verified()));
        }

        private static OptionalDouble rounded(OptionalDouble seconds) {
            return seconds.isEmpty() ? seconds : OptionalDouble.of(RunCharts.rounded(seconds.getAsDouble()));
        }
    }

    private record DrawnEvent(double at, String type, String detail) {
        static DrawnEvent of(RecordedEvent event) {
            return new DrawnEvent(rounded(event.atNs() / 1e9), event.type(), event.detail());
        }
    }

    @JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
    private record HeatScale(int seconds, int lowest, int rows, int rowsPerDecade) {
        static HeatScale of(HeatMap heat) {
            return new HeatScale(heat.columnSeconds(), heat.lowest(), heat.rows(), HeatMap.ROWS_PER_DECADE);
        }
    }

    private record DrawnServer(String title, int divisor, List<String> nodes) {
        static DrawnServer of(ServerChart chart) {
            return new DrawnServer(
                    chart.title(),
                    chart.divisor(),
                    chart.lines().stream().map(ServerChart.NodeLine::node).toList());
        }
    }

    private record DrawnCurve(String name, Window.Kind kind, List<PercentileCurve.Point> points) {
        static DrawnCurve of(PercentileCurve curve) {
            return new DrawnCurve(curve.window().name(), curve.window().kind(), curve.drawn());
        }
    }
}
