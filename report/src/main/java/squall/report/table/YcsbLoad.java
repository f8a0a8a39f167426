package squall.report.table;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import squall.results.Manifest;
import squall.results.RunSummary.OperationTotals;
import squall.results.RunSummary.WindowTotals;
import squall.results.recorded.RecordedSecond;
import squall.spi.ServerMetric;
import squall.system.HumanNumbers;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.TableCell;

/** Table of the duration of loads, a column each, and how much slower they were at the end than at the beginning, which a mean hides. */
final class YcsbLoad {
    /**
     * Figures of a load.
     *
     * @param rows acknowledged
     * @param mode how rows were sent; empty if that is not recorded
     * @param first rows a second in the first tenth of the time; empty if the load was too short
     * @param last likewise in the last
     * @param lowest rows a second in the ten seconds in a row with the fewest; empty if the load was shorter
     * @param still whole seconds in which no row was acknowledged
     * @param throttled writes that the servers held back; empty if they do not report them
     */
    record Loaded(
            double seconds,
            long rows,
            long threads,
            String mode,
            OptionalDouble first,
            OptionalDouble last,
            OptionalDouble lowest,
            long still,
            OptionalDouble throttled,
            OptionalDouble meanMs,
            OptionalDouble p99Ms) {
        double slowdownPercent() {
            return 100 * (1 - last.orElse(Double.NaN) / first.orElse(Double.NaN));
        }
    }

    /** Line of the table. */
    private record Line(String figure, String unit, Function<Loaded, TableCell> cell) {}

    /** Operation of a load: each brings one row, however many travel together. */
    private static final String INSERT = "INSERT";

    private static final int LOWEST_SECONDS = 10;

    private static final List<Line> LINES = List.of(
            new Line("time to load", "", load -> time(load.seconds())),
            new Line("rows", "", load -> TableCell.count(load.rows())),
            new Line("threads", "", load -> TableCell.count(load.threads())),
            new Line("mode", "", load -> load.mode().isEmpty() ? TableCell.NOT_STATED : TableCell.words(load.mode())),
            new Line("rows/s", "1/s", load -> TableCell.measured(load.rows() / load.seconds())),
            new Line("rows/s, first 10 %", "1/s", load -> TableCell.measured(load.first())),
            new Line("rows/s, last 10 %", "1/s", load -> TableCell.measured(load.last())),
            new Line("slowdown", "%", load -> TableCell.rounded(load.slowdownPercent(), 1)),
            new Line("rows/s, lowest 10 s", "1/s", load -> TableCell.measured(load.lowest())),
            new Line("seconds without progress", "s", load -> TableCell.count(load.still())),
            new Line("writes throttled", "", load -> TableCell.measured(load.throttled())),
            new Line("average", "ms", load -> TableCell.measured(load.meanMs())),
            new Line("p99", "ms", load -> TableCell.measured(load.p99Ms())));

    private YcsbLoad() {}

    static Table of(List<NamedRun> runs) throws IOException {
        SequencedMap<String, Loaded> loads = new LinkedHashMap<>();
        for (NamedRun run : runs) {
            if (loads.put(run.label(), loaded(run)) != null) {
                throw new IllegalArgumentException("ycsb-load: two runs are called '" + run.label()
                        + "'; give each a NAME of its own, as range=RUN hash=RUN");
            }
        }
        return table(loads);
    }

    /** @param loads by their names, in the order of the columns */
    static Table table(SequencedMap<String, Loaded> loads) {
        List<Column> columns = new ArrayList<>(List.of(new Column("figure", ""), new Column("unit", "")));
        loads.keySet().forEach(name -> columns.add(new Column(name, "")));
        return new Table(
                PaperTable.YCSB_LOAD.label(),
                "Time to load",
                List.of(),
                columns,
                LINES.stream().map(line -> row(line, loads)).toList(),
                List.of(
                        "First and last 10 % are of the time, in whole seconds; a load of less than ten seconds has none.",
                        "Lowest 10 s: the ten seconds in a row with the fewest rows. Writes throttled: those that the servers held back, by their own counters.",
                        "A row's latency counts from when it was due to the answer of what it travelled with."));
    }

    private static List<TableCell> row(Line line, SequencedMap<String, Loaded> loads) {
        List<TableCell> cells = new ArrayList<>(List.of(TableCell.words(line.figure()), TableCell.words(line.unit())));
        loads.values().forEach(load -> cells.add(line.cell().apply(load)));
        return cells;
    }

    /** Formats a duration; from a minute with all three units, so that a column of them can be read. */
    private static TableCell time(double seconds) {
        long whole = Math.round(seconds);
        return TableCell.figure(
                BigDecimal.valueOf(seconds).setScale(3, RoundingMode.HALF_UP).stripTrailingZeros(),
                whole < 60
                        ? HumanNumbers.amount(seconds) + " s"
                        : String.format(Locale.ROOT, "%dh %dm %ds", whole / 3600, whole / 60 % 60, whole % 60));
    }

    private static Loaded loaded(NamedRun named) throws IOException {
        Manifest manifest = named.run().manifest();
        WindowTotals total = named.summary().total().orElseThrow(() -> noLoad(named));
        OperationTotals insert = insert(named, total);
        List<Long> bySecond = bySecond(named, total.seconds());
        int tenth = bySecond.size() / 10;
        return new Loaded(
                total.seconds(),
                insert.ok(),
                manifest.fact("threads").asLong(),
                manifest.fact("load_mode").asText(),
                mean(bySecond.subList(0, tenth)),
                mean(bySecond.subList(bySecond.size() - tenth, bySecond.size())),
                lowest(bySecond),
                bySecond.stream().filter(rows -> rows == 0).count(),
                named.run().readings().growth(ServerMetric.THROTTLED, 0, total.seconds()),
                insert.latency().meanMs(),
                insert.latency().p99Ms());
    }

    private static OperationTotals insert(NamedRun named, WindowTotals total) {
        return total.operations().stream()
                .filter(operation -> operation.operation().equals(INSERT))
                .filter(operation ->
                        named.run().manifest().fact("phase").asText().equals("load"))
                .findFirst()
                .orElseThrow(() -> noLoad(named));
    }

    private static IllegalArgumentException noLoad(NamedRun named) {
        return new IllegalArgumentException(
                named.run().path() + " is no load of rows: name run directories of bin/ycsb load");
    }

    /** Rows acknowledged in each whole second; the last one is seldom whole. */
    private static List<Long> bySecond(NamedRun named, double seconds) throws IOException {
        TreeMap<Long, Long> rows = new TreeMap<>();
        for (RecordedSecond second : named.run().seconds()) {
            if (second.operation().equals(INSERT) && second.second() + 1 <= seconds) {
                rows.merge(second.second(), second.completedOk(), Long::sum);
            }
        }
        return List.copyOf(rows.values());
    }

    private static OptionalDouble lowest(List<Long> rows) {
        return IntStream.rangeClosed(0, rows.size() - LOWEST_SECONDS)
                .mapToDouble(
                        from -> mean(rows.subList(from, from + LOWEST_SECONDS)).orElseThrow())
                .min();
    }

    private static OptionalDouble mean(List<Long> rows) {
        return rows.stream().mapToLong(Long::longValue).average();
    }
}
