package squall.results;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import squall.engine.RunResult;
import squall.measure.OperationSummary;
import squall.measure.WindowSummary;
import squall.table.CsvFormat;
import squall.table.MarkdownTable;
import squall.table.Table;
import squall.table.Table.TableField;
import squall.table.TableCell;

/** Table of the figures in {@code summary.json}: one row for each window and operation, then the whole run. Pure. */
record SummaryTable(Table table) {
    private record Row(String window, double seconds, OperationSummary operation) {
        TableCell perSecond() {
            return seconds > 0 ? exact(CsvFormat.decimal(operation.ok() / seconds)) : TableCell.NOT_STATED;
        }

        TableCell mean() {
            return milliseconds(Math.round(operation.latency().getMean()));
        }

        TableCell percentile(double percentile) {
            return milliseconds(operation.latency().getValueAtPercentile(percentile));
        }

        private TableCell milliseconds(long microseconds) {
            Histogram latency = operation.latency();
            return latency.getTotalCount() == 0 ? TableCell.NOT_STATED : exact(CsvFormat.milliseconds(microseconds));
        }
    }

    private static final List<TableField<Row>> FIELDS = List.of(
            field("window", row -> TableCell.words(row.window())),
            field(
                    "operation",
                    row -> TableCell.words(row.operation().operation().name())),
            field("seconds", row -> exact(CsvFormat.decimal(row.seconds()))),
            field("ok", row -> whole(row.operation().ok())),
            field("not_found", row -> whole(row.operation().notFound())),
            field("refused", row -> whole(row.operation().refused())),
            field("unknown", row -> whole(row.operation().unknown())),
            field("retries", row -> whole(row.operation().retries())),
            field("unfinished", row -> whole(row.operation().unfinished())),
            field("ok_s", Row::perSecond),
            field("mean_ms", Row::mean),
            field("p50_ms", row -> row.percentile(50)),
            field("p95_ms", row -> row.percentile(95)),
            field("p99_ms", row -> row.percentile(99)),
            field("p999_ms", row -> row.percentile(99.9)),
            field("max_ms", row -> row.percentile(100)));

    static SummaryTable of(RunResult result) {
        List<Row> rows = new ArrayList<>();
        for (WindowSummary window : result.windows()) {
            window.operations().forEach(o -> rows.add(new Row(window.window().name(), window.seconds(), o)));
        }
        result.total()
                .operations()
                .forEach(o -> rows.add(new Row("total", result.total().seconds(), o)));
        return new SummaryTable(Table.of("summary", FIELDS, rows));
    }

    String csv() {
        return String.join("\n", CsvFormat.lines(table)) + "\n";
    }

    String markdown() {
        return String.join("\n", MarkdownTable.lines(table)) + "\n";
    }

    private static TableField<Row> field(String name, Function<Row, TableCell> cell) {
        return new TableField<>(new Table.Column(name, ""), cell);
    }

    private static TableCell whole(long number) {
        return TableCell.exact(BigDecimal.valueOf(number));
    }

    private static TableCell exact(String number) {
        return TableCell.exact(new BigDecimal(number));
    }
}
