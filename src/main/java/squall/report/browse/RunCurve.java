package squall.report.browse;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import squall.measure.Window;
import squall.report.chart.ChartTrack;
import squall.report.chart.ThroughputChart;
import squall.report.html.MarkupWriter;
import squall.results.RunSummary;
import squall.results.recorded.RecordedSecond;

/** The throughput of a run as a small picture: acknowledged operations over time, disturbed windows shaded. */
public final class RunCurve {
    private static final int WIDTH = 120;
    private static final int HEIGHT = 28;

    private RunCurve() {}

    /** @param operations of the summary; empty in a run without one */
    public static String svg(
            List<RecordedSecond> rows, List<Window> windows, List<RunSummary.OperationTotals> operations) {
        Set<String> parts = operations.stream()
                .filter(RunSummary.OperationTotals::part)
                .map(RunSummary.OperationTotals::operation)
                .collect(Collectors.toSet());
        ThroughputChart chart = ThroughputChart.of(rows, parts);
        MarkupWriter svg = new MarkupWriter();
        svg.begin("svg", "xmlns", "http://www.w3.org/2000/svg", "viewBox", "0 0 " + WIDTH + " " + HEIGHT);
        double perPixel = Math.max(1, chart.seconds()) / (double) WIDTH;
        for (Window window : windows) {
            if (window.kind() == Window.Kind.DISTURBED) {
                double from = window.fromSecond() / perPixel;
                double to = Math.min(window.toSecond(), chart.seconds()) / perPixel;
                shade(svg, from, Math.max(1, to - from));
            }
        }
        if (chart.seconds() > 0) {
            svg.leaf("polyline", "", "points", points(chart), "fill", "none", "stroke", "#3f7fb8");
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

    private static String points(ThroughputChart chart) {
        int step = Math.max(1, (chart.seconds() + WIDTH - 1) / WIDTH);
        ChartTrack track = chart.total().completed().averaged(step);
        int highest = 1;
        for (int i = 0; i < track.size(); i++) {
            highest = Math.max(highest, track.at(i));
        }
        StringBuilder points = new StringBuilder();
        for (int i = 0; i < track.size(); i++) {
            double x = (i + 0.5) * step * WIDTH / chart.seconds();
            double y = HEIGHT - 1 - (HEIGHT - 2.0) * Math.max(0, track.at(i)) / highest;
            points.append(decimal(Math.min(x, WIDTH)))
                    .append(',')
                    .append(decimal(y))
                    .append(' ');
        }
        return points.toString().strip();
    }

    private static String decimal(double number) {
        return String.format(Locale.ROOT, "%.1f", number);
    }
}
