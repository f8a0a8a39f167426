package squall.report.browse;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import squall.measure.Window;
import squall.report.chart.ChartTrack;
import squall.report.chart.ThroughputChart;
import squall.report.html.MarkupWriter;
import squall.results.RunSummary;
import squall.results.recorded.RecordedSecond;

/** Picture of the throughput of a run: acknowledged operations over time, disturbed windows shaded. */
public final class RunCurve {
    private static final int WIDTH = 120;
    private static final int HEIGHT = 28;

    private RunCurve() {}

    /** @param summary empty in a run without an end */
    public static String svg(List<RecordedSecond> rows, List<Window> windows, Optional<RunSummary> summary) {
        Set<String> parts = summary.map(RunSummary::operations).orElse(List.of()).stream()
                .filter(RunSummary.OperationTotals::part)
                .map(RunSummary.OperationTotals::operation)
                .collect(Collectors.toSet());
        ThroughputChart chart = ThroughputChart.of(rows, parts);
        double elapsed = summary.map(RunSummary::elapsedSeconds).orElse(0.0);
        double end = chart.endSeconds(elapsed);
        MarkupWriter svg = new MarkupWriter();
        svg.begin("svg", "xmlns", "http://www.w3.org/2000/svg", "viewBox", "0 0 " + WIDTH + " " + HEIGHT);
        for (Window window : windows) {
            if (window.kind() == Window.Kind.DISTURBED && window.fromSecond() < end) {
                double from = window.fromSecond() * WIDTH / end;
                double to = Math.min((double) window.toSecond(), end) * WIDTH / end;
                shade(svg, from, Math.max(1, to - from));
            }
        }
        if (chart.seconds() > 0) {
            String points = points(chart.okPerSecond(chart.total(), elapsed), end);
            svg.leaf("polyline", "", "points", points, "fill", "none", "stroke", "#3f7fb8");
        }
        return svg.end().page();
    }

    private static void shade(MarkupWriter svg, double x, double width) {
        svg.leaf(
                "rect",
                "",
                "x",
                decimal(x),
                "y",
                "0",
                "width",
                decimal(width),
                "height",
                Integer.toString(HEIGHT),
                "fill",
                "#c4202c",
                "fill-opacity",
                "0.3");
    }

    /** Returns the points of a line from where the first number begins to where the last one ends, so that a single one is level. */
    private static String points(ChartTrack okPerSecond, double end) {
        int step = Math.max(1, (okPerSecond.size() + WIDTH - 1) / WIDTH);
        ChartTrack track = okPerSecond.averaged(step);
        int highest = Math.max(1, track.values().max().orElse(0));
        List<Integer> told = IntStream.range(0, track.size())
                .filter(i -> track.at(i) != ChartTrack.NONE)
                .boxed()
                .toList();
        StringJoiner points = new StringJoiner(" ");
        for (int i : told) {
            String y = "," + decimal(HEIGHT - 1 - (HEIGHT - 2.0) * track.at(i) / highest);
            double from = i * step * WIDTH / end;
            double to = Math.min(WIDTH, (i + 1) * step * WIDTH / end);
            if (i == told.getFirst()) {
                points.add(decimal(from) + y);
            }
            points.add(decimal((from + to) / 2) + y);
            if (i == told.getLast()) {
                points.add(decimal(to) + y);
            }
        }
        return points.toString();
    }

    private static String decimal(double number) {
        return String.format(Locale.ROOT, "%.1f", number);
    }
}
