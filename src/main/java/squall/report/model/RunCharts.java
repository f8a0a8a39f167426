package squall.report.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import squall.report.chart.ChartTrack;
import squall.report.chart.LatencyChart;
import squall.report.chart.LatencyChart.LogScale;
import squall.report.chart.LatencyDigest.HeatMap;
import squall.report.chart.PageCharts;
import squall.report.chart.PercentileCurve;
import squall.report.chart.ServerChart;
import squall.report.chart.ThroughputChart;

/** What the charts of a run's page show: the header and the columns that {@code run.js} reads. */
final class RunCharts {
    private static final String KEYS =
            "Drag to zoom all charts, double-click for the whole run. With the keyboard, on a chart: arrows move the cursor (with Shift "
                    + "further), + and − zoom, Page Up and Page Down move, Escape shows the whole run.";

    private final RunReport report;
    private final ReportData evidence;
    private final Map<String, ChartTrack> errors;
    private final List<ServerChart> servers;
    private final int step;
    private final int serverStep;

    private RunCharts(RunReport report) {
        this.report = report;
        this.evidence = report.evidence();
        this.errors = report.failures();
        ThroughputChart series = evidence.series();
        this.servers = ServerChart.of(evidence.readings(), series.seconds());
        this.step = PageCharts.step((long) series.seconds() * (series.lines().size() + 2));
        this.serverStep = PageCharts.step((long) series.seconds()
                * servers.stream().mapToInt(chart -> chart.lines().size()).sum());
    }

    static PageCharts of(RunReport report) {
        RunCharts charts = new RunCharts(report);
        return new PageCharts("run.js", charts.places(), charts.head(), charts.columns());
    }

    private List<PageCharts.Place> places() {
        List<PageCharts.Place> places = new ArrayList<>();
        places.add(new PageCharts.Place("timeline", "Timeline", KEYS, "charts"));
        if (!report.curves().isEmpty()) {
            places.add(new PageCharts.Place(
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
        series.lines().forEach(line -> columns.add(line.completed().averaged(step)));
        errors.values().forEach(track -> columns.add(track.highest(step)));
        columns.add(series.inFlight().averaged(step));
        columns.add(series.lagMs().highest(step));
        LatencyChart latencies = evidence.latencies();
        columns.add(latencies.from());
        latencies.lines().forEach(line -> columns.addAll(line.percentiles()));
        columns.add(evidence.heat().counts());
        servers.forEach(chart -> chart.tracks(serverStep).forEach(columns::add));
        return columns;
    }

    private Map<String, Object> head() {
        Map<String, Object> head = new LinkedHashMap<>();
        head.put("seconds", evidence.series().seconds());
        head.put("step", step);
        head.put("windows", evidence.windows().stream().map(PageCharts::window).toList());
        head.put(
                "injections",
                report.injections().stream().map(RunCharts::injection).toList());
        head.put("events", events());
        head.put(
                "throughput",
                evidence.series().lines().stream()
                        .map(ThroughputChart.Line::operation)
                        .toList());
        head.put("errors", List.copyOf(errors.keySet()));
        head.put(
                "operations",
                evidence.latencies().lines().stream()
                        .map(LatencyChart.Line::operation)
                        .toList());
        head.put("percentiles", LatencyChart.PERCENTILES);
        head.put("logSteps", LogScale.STEPS);
        head.put("heat", heat(evidence.heat()));
        head.put("serverStep", serverStep);
        head.put("servers", servers.stream().map(RunCharts::server).toList());
        head.put("curves", report.curves().stream().map(RunCharts::curve).toList());
        return head;
    }

    private static Map<String, Object> injection(ReportedInjection injection) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", injection.name());
        json.put("lane", injection.lane());
        put(json, "injecting", injection.injecting().from());
        put(json, "injected", injection.injecting().to());
        put(json, "effective", injection.effective());
        put(json, "healing", injection.healing().from());
        put(json, "healed", injection.healing().to());
        put(json, "verified", injection.verified());
        return json;
    }

    private static void put(Map<String, Object> json, String name, OptionalDouble seconds) {
        seconds.ifPresent(value -> json.put(name, Math.round(value * 1000) / 1000.0));
    }

    private List<Map<String, Object>> events() {
        List<Map<String, Object>> events = new ArrayList<>();
        report.marks().forEach(event -> {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("at", Math.round(event.atNs() / 1e6) / 1000.0);
            json.put("type", event.type());
            json.put("detail", event.detail());
            events.add(json);
        });
        return events;
    }

    private static Map<String, Object> heat(HeatMap heat) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("seconds", heat.columnSeconds());
        json.put("lowest", heat.lowest());
        json.put("rows", heat.rows());
        json.put("rowsPerDecade", HeatMap.ROWS_PER_DECADE);
        return json;
    }

    private static Map<String, Object> server(ServerChart chart) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("title", chart.title());
        json.put("divisor", chart.divisor());
        json.put("nodes", chart.lines().stream().map(ServerChart.Line::node).toList());
        return json;
    }

    private static Map<String, Object> curve(PercentileCurve curve) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", curve.window().name());
        json.put("kind", curve.window().kind().name().toLowerCase(Locale.ROOT));
        json.put("points", curve.json());
        return json;
    }
}
