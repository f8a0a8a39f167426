package squall.report.model;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import org.HdrHistogram.Histogram;
import squall.report.chart.ThroughputChart;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.TableCell;

/** Table of operations: each one in each window that counts. */
final class OperationTable {
    private static final List<Column> COLUMNS = List.of(
            Column.text("operation", "operation", Column.KEY),
            Column.text("window", "window", Column.KEY),
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

    private static final int PLACE_AFTER_OK = 3;

    /** Columns about parts of the acknowledged operations, each shown only where there are such. */
    private static final List<PartOfOk> PARTS_OF_OK = List.of(
            new PartOfOk(
                    Column.number("existed", "there before", 13),
                    "There before: of those ok, writes of a row that was there, which wrote nothing. ",
                    WindowFigures::existed),
            new PartOfOk(
                    Column.number("not_found", "not found", 14),
                    "Not found: of those ok, answers that there is no such row. ",
                    WindowFigures::notFound));

    private record PartOfOk(
            Column column,
            String meaning,
            BiFunction<WindowFigures, ThroughputChart.OperationLine, OptionalLong> count) {}

    /** Row of an operation in a window. */
    private record Row(WindowFigures window, ThroughputChart.OperationLine line) {
        OptionalLong count(PartOfOk part) {
            return part.count.apply(window, line);
        }
    }

    private OperationTable() {}

    static Table of(ReportData evidence) {
        List<Row> rows = evidence.measured().stream()
                .flatMap(window -> evidence.series().lines().stream()
                        .filter(line -> happened(evidence, line))
                        .map(line -> new Row(window, line)))
                .toList();
        List<Column> columns = new ArrayList<>(COLUMNS);
        List<List<TableCell>> cells = new ArrayList<>();
        rows.forEach(row -> cells.add(row(row.window(), row.line())));
        StringBuilder meanings = new StringBuilder();
        for (PartOfOk part : PARTS_OF_OK) {
            if (rows.stream().anyMatch(row -> row.count(part).orElse(0) > 0)) {
                columns.add(PLACE_AFTER_OK, part.column);
                for (int i = 0; i < rows.size(); i++) {
                    OptionalLong count = rows.get(i).count(part);
                    cells.get(i)
                            .add(
                                    PLACE_AFTER_OK,
                                    count.isPresent() ? TableCell.count(count.getAsLong()) : TableCell.none());
                }
                meanings.insert(0, part.meaning);
            }
        }
        return table(meanings.toString(), columns, cells);
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
