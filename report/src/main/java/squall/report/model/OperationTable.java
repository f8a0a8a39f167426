package squall.report.model;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import squall.report.chart.ThroughputChart;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.TableCell;

/** Table of operations: each one in each window that counts. */
final class OperationTable {
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

    /** Column shown where any operation found no row. */
    private static final Column NOT_FOUND = Column.number("not_found", "not found", 14);

    private static final int NOT_FOUND_PLACE = 3;

    private OperationTable() {}

    static Table of(ReportData evidence) {
        List<List<TableCell>> rows = new ArrayList<>();
        List<TableCell> missed = new ArrayList<>();
        for (WindowFigures window : evidence.measured()) {
            evidence.series().lines().stream()
                    .filter(line -> happened(evidence, line))
                    .forEach(line -> {
                        rows.add(row(window, line));
                        missed.add(
                                window.notFound(line).isPresent()
                                        ? TableCell.count(window.notFound(line).getAsLong())
                                        : TableCell.none());
                    });
        }
        boolean any = missed.stream().anyMatch(cell -> cell.number().orElse(0) > 0);
        if (!any) {
            return table("", COLUMNS, rows);
        }
        List<Column> columns = new ArrayList<>(COLUMNS);
        columns.add(NOT_FOUND_PLACE, NOT_FOUND);
        for (int row = 0; row < rows.size(); row++) {
            rows.get(row).add(NOT_FOUND_PLACE, missed.get(row));
        }
        return table("Not found: of those ok, answers that there is no such row. ", columns, rows);
    }

    /** Returns whether anything is known of it: most runs have, for example, nothing that could not be sent in time. */
    private static boolean happened(ReportData evidence, ThroughputChart.OperationLine line) {
        return evidence.measured().stream()
                .anyMatch(window -> window.sum(line.ok())
                                + window.sum(line.failed())
                                + window.latency(line).getTotalCount()
                        > 0);
    }

    private static Table table(String more, List<Column> columns, List<List<TableCell>> rows) {
        return new Table(
                "operations",
                "Operations",
                more
                        + "Failed: refused or unknown after retries; their latency is in no percentile. Samples: latencies behind the percentiles, among them the "
                        + "charged wait of what was still due when the run ended.",
                columns,
                rows);
    }

    private static List<TableCell> row(WindowFigures window, ThroughputChart.OperationLine line) {
        Histogram latency = window.latency(line);
        List<TableCell> row = new ArrayList<>(List.of(
                TableCell.words(line.part() ? line.operation() + " (part)" : line.operation()),
                TableCell.words(window.window().name()),
                TableCell.count(window.sum(line.ok())),
                TableCell.amount(window.perSecond(window.sum(line.ok()))),
                TableCell.count(window.sum(line.failed())),
                TableCell.count(window.sum(line.retries()))));
        boolean none = latency.getTotalCount() == 0;
        row.add(none ? TableCell.none() : TableCell.amount(latency.getMean() / 1000));
        for (double percentile : new double[] {50, 90, 95, 99, 99.9, 100}) {
            row.add(none ? TableCell.none() : TableCell.amount(latency.getValueAtPercentile(percentile) / 1000.0));
        }
        row.add(TableCell.count(latency.getTotalCount()));
        return row;
    }
}
