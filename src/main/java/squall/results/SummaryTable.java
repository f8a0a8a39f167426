package squall.results;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import squall.measure.OperationSummary;
import squall.measure.WindowSummary;
import squall.run.RunResult;

/** The figures of {@code summary.json} as a table: one row for each window and operation, then the whole run. Pure. */
record SummaryTable(List<List<String>> rows) {
    private static final List<String> HEADER = List.of(
            "window",
            "operation",
            "seconds",
            "ok",
            "not_found",
            "refused",
            "unknown",
            "retries",
            "unfinished",
            "ok_s",
            "mean_ms",
            "p50_ms",
            "p95_ms",
            "p99_ms",
            "p999_ms",
            "max_ms");

    static SummaryTable of(RunResult result) {
        List<List<String>> rows = new ArrayList<>();
        for (WindowSummary window : result.windows()) {
            window.operations().forEach(o -> rows.add(row(window.window().name(), window.seconds(), o)));
        }
        result.total()
                .operations()
                .forEach(o -> rows.add(row("total", result.total().seconds(), o)));
        return new SummaryTable(rows);
    }

    String csv() {
        StringBuilder text = new StringBuilder(Csv.line(HEADER.toArray())).append('\n');
        rows.forEach(row -> text.append(Csv.line(row.toArray())).append('\n'));
        return text.toString();
    }

    String markdown() {
        StringBuilder text = new StringBuilder(markdown(HEADER))
                .append("|---|---|")
                .append("---:|".repeat(HEADER.size() - 2))
                .append('\n');
        rows.forEach(row -> text.append(markdown(row)));
        return text.toString();
    }

    private static String markdown(List<String> cells) {
        return "| "
                + String.join(
                        " | ", cells.stream().map(c -> c.replace("|", "\\|")).toList()) + " |\n";
    }

    private static List<String> row(String window, double seconds, OperationSummary operation) {
        Histogram latency = operation.latency();
        List<String> row = new ArrayList<>(List.of(
                window,
                operation.operation().name(),
                Csv.decimal(seconds),
                Long.toString(operation.ok()),
                Long.toString(operation.notFound()),
                Long.toString(operation.refused()),
                Long.toString(operation.unknown()),
                Long.toString(operation.retries()),
                Long.toString(operation.unfinished()),
                seconds > 0 ? Csv.decimal(operation.ok() / seconds) : ""));
        row.add(latency.getTotalCount() == 0 ? "" : Csv.milliseconds(Math.round(latency.getMean())));
        for (double percentile : new double[] {50, 95, 99, 99.9, 100}) {
            row.add(latency.getTotalCount() == 0 ? "" : Csv.milliseconds(latency.getValueAtPercentile(percentile)));
        }
        return row;
    }
}
