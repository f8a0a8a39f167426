package squall.report.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import squall.measure.server.ServerFigures;
import squall.measure.server.ServerReadings;
import squall.results.RunSummary;
import squall.results.ServerSummary;
import squall.spi.ServerMetric;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.Table.TableField;
import squall.table.TableCell;
import squall.table.TableCell.CellTone;

/** Section of the database's own metrics, by window and by node, and of their sources. */
final class ServerSection {
    private static final double MB = 1e6;
    private static final double PERCENT = 100;
    private static final String NOT_TOLD = "N/A";

    /** Column of the table by window. @param always whether it is shown even without values */
    private record Wanted(Column column, boolean always, Function<ServerFigures, OptionalDouble> value) {}

    private static final List<Wanted> WANTED = List.of(
            wanted("queries_per_s", "statements/s", 20, true, ServerFigures::queriesPerSecond),
            wanted("query_p95_ms", "p95 ≤ ms", 19, true, ServerFigures::queryP95Ms),
            wanted("query_mean_ms", "mean ms", 12, false, ServerFigures::queryMeanMs),
            wanted("commits_per_s", "commits/s", 16, false, ServerFigures::commitsPerSecond),
            wanted("cpu_cores", "cores", 18, true, ServerFigures::cpuCores),
            wanted("disk_mb", "disk MB", 17, true, figures -> scaled(figures.diskBytes(), 1 / MB)),
            wanted("log_mb_per_s", "log MB/s", 8, false, figures -> scaled(figures.logBytesPerSecond(), 1 / MB)),
            wanted("cache_hit_percent", "cache hits %", 7, false, figures -> scaled(figures.cacheHitShare(), PERCENT)),
            wanted("sstables", "SSTables", 10, false, ServerFigures::sstables),
            wanted("compactions_pending", "compactions pending", 9, false, ServerFigures::compactionsPending),
            wanted("read_amplification", "SSTables a read", 9, false, ServerFigures::readAmplification));

    private ServerSection() {}

    /** Returns the tables; empty where nothing was read. */
    static List<Table> tables(ReportData evidence) {
        Optional<ServerSummary> told = evidence.summary().flatMap(RunSummary::server);
        if (evidence.readings().isEmpty() && told.isEmpty()) {
            return List.of();
        }
        List<Table> tables = new ArrayList<>(List.of(windows(evidence, told), nodes(evidence)));
        told.ifPresent(server -> tables.add(sources(server.sources())));
        return tables;
    }

    private static Table windows(ReportData evidence, Optional<ServerSummary> told) {
        List<WindowFigures> windows = evidence.measured();
        List<ServerFigures> figures =
                windows.stream().map(WindowFigures::servers).toList();
        List<Wanted> shown = WANTED.stream()
                .filter(wanted -> wanted.always()
                        || figures.stream()
                                .anyMatch(f -> wanted.value().apply(f).isPresent()))
                .toList();
        List<Column> columns = new ArrayList<>(List.of(Column.text("window", "window", Column.KEY)));
        shown.forEach(wanted -> columns.add(wanted.column()));
        List<List<TableCell>> rows = new ArrayList<>();
        for (int i = 0; i < windows.size(); i++) {
            List<TableCell> row = new ArrayList<>(
                    List.of(TableCell.words(windows.get(i).window().name())));
            ServerFigures of = figures.get(i);
            shown.forEach(wanted -> row.add(cell(wanted.value().apply(of))));
            rows.add(row);
        }
        return new Table("server", "Database by its own figures", note(told), columns, rows);
    }

    private static String note(Optional<ServerSummary> told) {
        String meaning = "All nodes together, as the servers tell it themselves: not what clients saw. ";
        String absent = told.stream()
                .flatMap(server -> server.absent().entrySet().stream())
                .map(reason -> reason.getKey().replace('_', ' ') + ": " + reason.getValue())
                .collect(Collectors.joining("; "));
        return absent.isEmpty() ? meaning.strip() : meaning + NOT_TOLD + " — " + absent + ".";
    }

    private static Table nodes(ReportData evidence) {
        ServerReadings readings = evidence.readings();
        double end = evidence.elapsedSeconds() + 1;
        List<TableField<String>> fields = List.of(
                TableField.text("node", "node", Column.KEY, TableCell::words),
                TableField.number(
                        "cpu_cores", "cores", 18, node -> cell(readings.rate(ServerMetric.CPU_SECONDS, node, 0, end))),
                TableField.number(
                        "disk_mb",
                        "disk MB at the end",
                        17,
                        node -> mb(readings.last(ServerMetric.DISK_BYTES, node, 0, end))),
                TableField.number(
                        "disk_growth_mb",
                        "grown by MB",
                        16,
                        node -> mb(readings.change(ServerMetric.DISK_BYTES, node, 0, end))),
                TableField.number(
                        "log_mb", "log MB", 10, node -> mb(readings.growth(ServerMetric.LOG_BYTES, node, 0, end))),
                TableField.number(
                        "sstables",
                        "SSTables at the end",
                        9,
                        node -> cell(readings.last(ServerMetric.SSTABLES, node, 0, end))));
        return Table.of(
                "server-nodes", "Nodes of the database", List.of("Over the whole run."), fields, readings.nodes());
    }

    private static TableCell mb(OptionalDouble bytes) {
        return cell(scaled(bytes, 1 / MB));
    }

    private static Table sources(List<ServerSummary.InstrumentReadings> sources) {
        List<TableField<ServerSummary.InstrumentReadings>> fields = List.of(
                TableField.words("source", "source", Column.KEY, each -> each.source()),
                TableField.amount("every_s", "every s", 10, each -> each.everyS()),
                TableField.count("seen", "looks", 18, each -> each.seen()),
                TableField.count("missed", "failed", 17, each -> each.missed()),
                TableField.count("skipped", "skipped", 12, each -> each.skipped()),
                TableField.amount("longest_ms", "longest ms", 11, each -> each.longestMs()),
                TableField.words(
                        "first_failure",
                        "first failure",
                        5,
                        each -> each.firstFailure().orElse("")));
        String note =
                "Read on threads of their own during the load; polls that failed or were too slow are counted and delay no operation.";
        return Table.of("server-sources", "What was looked at", List.of(note), fields, sources);
    }

    private static TableCell cell(OptionalDouble value) {
        if (value.isEmpty()) {
            return TableCell.words(NOT_TOLD).in(CellTone.DIM);
        }
        return Double.isFinite(value.getAsDouble())
                ? TableCell.amount(value)
                : TableCell.words("beyond every bucket").in(CellTone.BAD);
    }

    private static OptionalDouble scaled(OptionalDouble value, double by) {
        return value.isPresent() ? OptionalDouble.of(value.getAsDouble() * by) : value;
    }

    private static Wanted wanted(
            String key, String heading, int importance, boolean always, Function<ServerFigures, OptionalDouble> value) {
        return new Wanted(Column.number(key, heading, importance), always, value);
    }
}
