package squall.report.model;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import squall.report.chart.ChartTrack;
import squall.report.chart.ThroughputChart.OperationLine;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.Table.TableField;
import squall.table.TableCell;

/** Table of operations: each one in each window that counts. */
final class OperationTable {
    private static final List<TableField<Row>> FIELDS = List.of(
            TableField.words("operation", "operation", Column.KEY, row -> row.name()),
            TableField.words(
                    "window", "window", Column.KEY, row -> row.window().window().name()),
            sum("ok", "ok", 20, OperationLine::ok),
            TableField.number("ok_per_s", "ok/s", 18, Row::okPerSecond),
            sum("failed", "failed", 17, OperationLine::failed),
            sum("retries", "retries", 3, OperationLine::retries),
            TableField.number("mean_ms", "mean ms", 5, row -> row.milliseconds(Histogram::getMean)),
            percentile("p50_ms", "p50 ms", 15, 50),
            percentile("p90_ms", "p90 ms", 6, 90),
            percentile("p95_ms", "p95 ms", 9, 95),
            percentile("p99_ms", "p99 ms", 16, 99),
            percentile("p999_ms", "p99.9 ms", 8, 99.9),
            percentile("max_ms", "max ms", 7, 100),
            TableField.count("samples", "samples", 2, row -> row.latency().getTotalCount()));

    private static final int PLACE_AFTER_OK = 3;

    /** Columns about parts of the acknowledged operations, each shown only where there are such. */
    private static final List<PartOfOk> PARTS_OF_OK = List.of(
            new PartOfOk(
                    Column.number("existed", "there before", 13),
                    "There before: of those ok, writes of a row that was there, which wrote nothing. ",
                    row -> row.window().existed(row.line())),
            new PartOfOk(
                    Column.number("not_found", "not found", 14),
                    "Not found: of those ok, answers that there is no such row. ",
                    row -> row.window().notFound(row.line())));

    private record PartOfOk(Column column, String meaning, Function<Row, OptionalLong> count) {
        TableField<Row> field() {
            return new TableField<>(column, row -> TableCell.count(count.apply(row)));
        }
    }

    /** Row of an operation in a window. */
    private record Row(WindowFigures window, OperationLine line, Histogram latency) {
        String name() {
            return line.part() ? line.operation() + " (part)" : line.operation();
        }

        TableCell okPerSecond() {
            return TableCell.amount(window.perSecond(window.sum(line.ok())));
        }

        TableCell milliseconds(ToDoubleFunction<Histogram> micros) {
            return latency.getTotalCount() == 0
                    ? TableCell.none()
                    : TableCell.amount(micros.applyAsDouble(latency) / 1000);
        }
    }

    private OperationTable() {}

    static Table of(ReportData evidence) {
        List<Row> rows = evidence.measured().stream()
                .flatMap(window -> evidence.series().lines().stream()
                        .filter(line -> happened(evidence, line))
                        .map(line -> new Row(window, line, window.latency(line))))
                .toList();
        List<TableField<Row>> fields = new ArrayList<>(FIELDS);
        StringBuilder meanings = new StringBuilder();
        for (PartOfOk part : PARTS_OF_OK) {
            if (rows.stream().anyMatch(row -> part.count().apply(row).orElse(0) > 0)) {
                fields.add(PLACE_AFTER_OK, part.field());
                meanings.insert(0, part.meaning());
            }
        }
        meanings.append(
                "Failed: refused or unknown after retries; their latency is in no percentile. Samples: latencies behind the percentiles, among them the "
                        + "charged wait of what was still due when the run ended.");
        return Table.of("operations", "Operations", List.of(meanings.toString()), fields, rows);
    }

    private static TableField<Row> sum(
            String name, String heading, int importance, Function<OperationLine, ChartTrack> track) {
        return TableField.count(name, heading, importance, row -> row.window().sum(track.apply(row.line())));
    }

    private static TableField<Row> percentile(String name, String heading, int importance, double percentile) {
        return TableField.number(
                name,
                heading,
                importance,
                row -> row.milliseconds(latency -> latency.getValueAtPercentile(percentile)));
    }

    /** Returns whether anything is known of it: most runs have, for example, nothing that could not be sent in time. */
    private static boolean happened(ReportData evidence, OperationLine line) {
        return evidence.measured().stream()
                .anyMatch(window -> window.sum(line.ok())
                                + window.sum(line.failed())
                                + window.latency(line).getTotalCount()
                        > 0);
    }
}
