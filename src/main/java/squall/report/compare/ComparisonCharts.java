package squall.report.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import squall.measure.Window;
import squall.report.chart.Charts;
import squall.report.chart.Curve;
import squall.report.chart.Logs;
import squall.report.chart.Track;
import squall.report.model.Evidence;

/** What the page of a comparison draws: values of all runs, seconds of all runs over each other, percentiles of both sides; for {@code compare.js}. */
final class ComparisonCharts {
    private static final String ONE_TIME =
            "A line for each run; windows begin at the same place, however long they were. Drag to zoom, double-click for all. With the keyboard, on a "
                    + "chart: arrows move the cursor, + and − zoom, Page Up and Page Down move, Escape shows all.";

    private final ComparisonReport report;
    private final Comparison comparison;
    private final List<Evidence> runs;
    private final Alignment alignment;
    private final int step;

    ComparisonCharts(ComparisonReport report) {
        this.report = report;
        this.comparison = report.comparison();
        this.runs =
                Stream.concat(report.first().stream(), report.second().stream()).toList();
        this.alignment = Alignment.of(runs);
        this.step = Charts.step((long) alignment.seconds() * runs.size());
    }

    Charts charts() {
        return new Charts("compare.js", places(), head(), columns());
    }

    private static List<Charts.Place> places() {
        return List.of(
                new Charts.Place("timeline", "Both sides in one time", ONE_TIME, "charts"),
                new Charts.Place(
                        "dots",
                        "Every run",
                        "Each dot is a run, in relation to the median of the first side, which is 1.",
                        "dot-chart"),
                new Charts.Place(
                        "curves",
                        "Latency by percentile",
                        "Each side's runs merged into one histogram; an axis mark further right is one more nine.",
                        "curve-chart"),
                new Charts.Place(
                        "difference",
                        "Difference by percentile",
                        "How many times as long the second side takes: the median over all pairs of runs, and the band that holds the true one with 95 % at "
                                + "each percentile by itself. All windows but the warm-up.",
                        "difference-chart"));
    }

    private Map<String, Object> head() {
        Map<String, Object> head = new LinkedHashMap<>();
        head.put("seconds", alignment.seconds());
        head.put("step", step);
        head.put("sides", comparison.terms().names());
        head.put("windows", alignment.windows().stream().map(Charts::window).toList());
        head.put("runs", IntStream.range(0, runs.size()).mapToObj(this::run).toList());
        head.put(
                "metrics",
                comparison.findings().stream().map(ComparisonCharts::metric).toList());
        head.put("logSteps", Logs.STEPS);
        head.put("curves", curves());
        head.put("difference", QuantileDifference.of(report.first(), report.second()));
        return head;
    }

    private Map<String, Object> run(int number) {
        boolean second = number >= report.first().size();
        int place = second ? number - report.first().size() : number;
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", comparison.terms().names().get(second ? 1 : 0) + " " + (place + 1));
        json.put("side", second ? 1 : 0);
        return json;
    }

    private static Map<String, Object> metric(Finding finding) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", finding.metric().key());
        json.put("verdict", finding.judgement().word());
        json.put("values", List.of(finding.first().values(), finding.second().values()));
        return json;
    }

    private List<Map<String, Object>> curves() {
        List<Map<String, Object>> curves = new ArrayList<>();
        for (int number = 0; number < alignment.windows().size(); number++) {
            curve(number, 0, report.first(), curves);
            curve(number, 1, report.second(), curves);
        }
        return curves;
    }

    private void curve(int number, int side, List<Evidence> of, List<Map<String, Object>> curves) {
        Histogram merged = new Histogram(3);
        merged.setAutoResize(true);
        of.forEach(run -> merged.add(run.windowLatencies().of(number)));
        if (merged.getTotalCount() > 0) {
            Window window = alignment.windows().get(number);
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("name", comparison.terms().names().get(side) + " " + window.name());
            json.put("kind", window.kind().name().toLowerCase(Locale.ROOT));
            json.put("window", number);
            json.put("side", side);
            json.put("points", Curve.of(window, merged).json());
            curves.add(json);
        }
    }

    private List<Track> columns() {
        List<Track> columns = new ArrayList<>();
        for (Evidence run : runs) {
            columns.add(alignment.seconds(run, run.series().total().completed()).averaged(step));
            columns.add(alignment.starts(run, run.latencies().from()));
            columns.add(run.latencies().percentile(99.0));
        }
        return columns;
    }
}
