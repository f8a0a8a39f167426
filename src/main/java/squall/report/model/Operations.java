package squall.report.model;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import squall.report.chart.Series;

/** The table of operations: each one in each window that counts. */
final class Operations {
    private static final List<Column> COLUMNS = List.of(
            Column.text("operation", "operation", 99),
            Column.text("window", "window", 4),
            Column.number("ok", "ok", 20),
            Column.number("ok_per_s", "ok/s", 18),
            Column.number("failed", "failed", 17),
            Column.number("retries", "retries", 3),
            Column.number("mean_ms", "mean ms", 5),
            Column.number("p50_ms", "p50 ms", 15),
            Column.number("p90_ms", "p90 ms", 6),
            Column.number("p95_ms", "p95 ms", 9),
            Column.number("p99_ms", "p99 ms", 16),
            Column.number("p999_ms", "p99.9 ms", 8),
            Column.number("max_ms", "max ms", 7),
            Column.number("samples", "samples", 2));

    /** Shown where any operation found no row. */
    private static final Column NOT_FOUND = Column.number("not_found", "not found", 14);

    private static final int NOT_FOUND_PLACE = 3;

    private Operations() {}

    static Grid of(Evidence evidence) {
        List<List<Cell>> rows = new ArrayList<>();
        List<Cell> missed = new ArrayList<>();
        for (WindowFigures window : evidence.measured()) {
            evidence.series().lines().forEach(line -> {
                rows.add(row(window, line));
                missed.add(
                        window.notFound(line).isPresent()
                                ? Cell.count(window.notFound(line).getAsLong())
                                : Cell.none());
            });
        }
        boolean any = missed.stream().anyMatch(cell -> cell.value().orElse(0) > 0);
        if (!any) {
            return grid("", COLUMNS, rows);
        }
        List<Column> columns = new ArrayList<>(COLUMNS);
        columns.add(NOT_FOUND_PLACE, NOT_FOUND);
        for (int row = 0; row < rows.size(); row++) {
            rows.get(row).add(NOT_FOUND_PLACE, missed.get(row));
        }
        return grid("Not found: of those ok, answers that there is no such row. ", columns, rows);
    }

    private static Grid grid(String more, List<Column> columns, List<List<Cell>> rows) {
        return new Grid(
                "operations",
                "Operations",
                more
                        + "Failed: refused or unknown after retries; their latency is in no percentile. Samples: latencies behind the percentiles, among them the "
                        + "charged wait of what was still due when the run ended.",
                columns,
                rows);
    }

    private static List<Cell> row(WindowFigures window, Series.Line line) {
        Histogram latency = window.latency(line);
        List<Cell> row = new ArrayList<>(List.of(
                Cell.text(line.part() ? line.operation() + " (part)" : line.operation()),
                Cell.text(window.window().name()),
                Cell.count(window.sum(line.ok())),
                Cell.amount(window.perSecond(window.sum(line.ok()))),
                Cell.count(window.sum(line.failed())),
                Cell.count(window.sum(line.retries()))));
        boolean none = latency.getTotalCount() == 0;
        row.add(none ? Cell.none() : Cell.amount(latency.getMean() / 1000));
        for (double percentile : new double[] {50, 90, 95, 99, 99.9, 100}) {
            row.add(none ? Cell.none() : Cell.amount(latency.getValueAtPercentile(percentile) / 1000.0));
        }
        row.add(Cell.count(latency.getTotalCount()));
        return row;
    }
}
