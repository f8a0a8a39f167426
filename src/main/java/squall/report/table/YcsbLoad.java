package squall.report.table;

import com.fasterxml.jackson.databind.JsonNode;
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
import squall.report.reference.Cell;
import squall.report.reference.Sheet;
import squall.report.reference.Sheet.Column;
import squall.results.RecordedSecond;

/** How long loads took, a column each, and how much slower they were in the end than in the beginning, which a mean hides. */
final class YcsbLoad {
    /**
     * One load.
     *
     * @param rows acknowledged
     * @param mode how rows travelled; empty if that is not recorded
     * @param first rows a second in the first tenth of the time; empty if the load was too short to tell
     * @param last likewise in the last
     */
    record Loaded(
            double seconds,
            long rows,
            long threads,
            String mode,
            OptionalDouble first,
            OptionalDouble last,
            OptionalDouble meanMs,
            OptionalDouble p99Ms) {
        double slowdownPercent() {
            return 100 * (1 - last.orElse(Double.NaN) / first.orElse(Double.NaN));
        }
    }

    /** A line of the table. */
    private record Line(String figure, String unit, Function<Loaded, Cell> cell) {}

    /** The operation of a load: each brings one row, however many travel together. */
    private static final String INSERT = "INSERT";

    private static final List<Line> LINES = List.of(
            new Line("time to load", "", load -> time(load.seconds())),
            new Line("rows", "", load -> Cell.count(load.rows())),
            new Line("threads", "", load -> Cell.count(load.threads())),
            new Line("mode", "", load -> load.mode().isEmpty() ? Cell.NOT_STATED : new Cell.Words(load.mode())),
            new Line("rows/s", "1/s", load -> Cell.amount(load.rows() / load.seconds())),
            new Line("rows/s, first 10 %", "1/s", load -> Cell.amount(load.first())),
            new Line("rows/s, last 10 %", "1/s", load -> Cell.amount(load.last())),
            new Line("slowdown", "%", load -> Cell.rounded(load.slowdownPercent(), 1)),
            new Line("average", "ms", load -> Cell.amount(load.meanMs())),
            new Line("p99", "ms", load -> Cell.amount(load.p99Ms())));

    private YcsbLoad() {}

    static Sheet of(List<NamedRun> runs) throws IOException {
        SequencedMap<String, Loaded> loads = new LinkedHashMap<>();
        for (NamedRun run : runs) {
            if (loads.put(run.label(), loaded(run)) != null) {
                throw new IllegalArgumentException("ycsb-load: two runs are called '" + run.label()
                        + "'; give each a NAME of its own, as range=RUN hash=RUN");
            }
        }
        return sheet(loads);
    }

    /** @param loads by their names, in the order of the columns */
    static Sheet sheet(SequencedMap<String, Loaded> loads) {
        List<Column> columns = new ArrayList<>(List.of(new Column("figure", ""), new Column("unit", "")));
        loads.keySet().forEach(name -> columns.add(new Column(name, "")));
        return new Sheet(
                SeedTable.YCSB_LOAD.label(),
                "Time to load",
                List.of(),
                columns,
                LINES.stream().map(line -> row(line, loads)).toList(),
                List.of(
                        "First and last 10 % are of the time, in whole seconds; a load of less than ten seconds has none.",
                        "A row's latency counts from when it was due to the answer of what it travelled with."));
    }

    private static List<Cell> row(Line line, SequencedMap<String, Loaded> loads) {
        List<Cell> cells = new ArrayList<>(List.of(new Cell.Words(line.figure()), new Cell.Words(line.unit())));
        loads.values().forEach(load -> cells.add(line.cell().apply(load)));
        return cells;
    }

    /** All three units always, so that a column of them can be read. */
    private static Cell time(double seconds) {
        long whole = Math.round(seconds);
        return new Cell.Figure(
                BigDecimal.valueOf(seconds).setScale(3, RoundingMode.HALF_UP).stripTrailingZeros(),
                String.format(Locale.ROOT, "%dh %dm %ds", whole / 3600, whole / 60 % 60, whole % 60));
    }

    private static Loaded loaded(NamedRun named) throws IOException {
        JsonNode manifest = named.run().manifest();
        JsonNode total = named.summary().path("total");
        JsonNode insert = insert(named, total);
        List<Long> bySecond = bySecond(named, total.path("seconds").asDouble());
        int tenth = bySecond.size() / 10;
        return new Loaded(
                total.path("seconds").asDouble(),
                insert.path("ok").asLong(),
                manifest.path("threads").asLong(),
                manifest.path("load_mode").asText(),
                mean(bySecond.subList(0, tenth)),
                mean(bySecond.subList(bySecond.size() - tenth, bySecond.size())),
                milliseconds(insert, "mean_ms"),
                milliseconds(insert, "p99_ms"));
    }

    private static JsonNode insert(NamedRun named, JsonNode total) {
        if (named.run().manifest().path("phase").asText().equals("load")) {
            for (JsonNode operation : total.path("operations")) {
                if (operation.path("operation").asText().equals(INSERT)) {
                    return operation;
                }
            }
        }
        throw new IllegalArgumentException(
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

    private static OptionalDouble mean(List<Long> rows) {
        return rows.stream().mapToLong(Long::longValue).average();
    }

    private static OptionalDouble milliseconds(JsonNode operation, String name) {
        JsonNode figure = operation.path("latency").path(name);
        return figure.isNumber() ? OptionalDouble.of(figure.asDouble()) : OptionalDouble.empty();
    }
}
