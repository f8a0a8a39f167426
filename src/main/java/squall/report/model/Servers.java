package squall.report.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import squall.measure.Window;
import squall.measure.server.Readings;
import squall.measure.server.ServerFigures;
import squall.spi.Metric;

/** What the database told of its own work, by window and by node, and what was looked at. */
final class Servers {
    private static final double MB = 1e6;
    private static final double PERCENT = 100;
    private static final String NOT_TOLD = "N/A";

    /** A column of the table by window. @param always whether it is shown although nobody told */
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

    private Servers() {}

    /** Nothing where nobody looked. */
    static List<Grid> grids(Evidence evidence) {
        Optional<JsonNode> told =
                evidence.summary().map(summary -> summary.path("server")).filter(JsonNode::isObject);
        if (evidence.readings().isEmpty() && told.isEmpty()) {
            return List.of();
        }
        List<Grid> grids = new ArrayList<>(List.of(windows(evidence, told), nodes(evidence)));
        told.ifPresent(server -> grids.add(sources(server.path("sources"))));
        return grids;
    }

    private static Grid windows(Evidence evidence, Optional<JsonNode> told) {
        List<Window> windows =
                evidence.measured().stream().map(WindowFigures::window).toList();
        List<ServerFigures> figures = windows.stream()
                .map(window -> ServerFigures.of(evidence.readings(), window))
                .toList();
        List<Wanted> shown = WANTED.stream()
                .filter(wanted -> wanted.always()
                        || figures.stream()
                                .anyMatch(f -> wanted.value().apply(f).isPresent()))
                .toList();
        List<Column> columns = new ArrayList<>(List.of(Column.text("window", "window", 99)));
        shown.forEach(wanted -> columns.add(wanted.column()));
        List<List<Cell>> rows = new ArrayList<>();
        for (int i = 0; i < windows.size(); i++) {
            List<Cell> row = new ArrayList<>(List.of(Cell.text(windows.get(i).name())));
            ServerFigures of = figures.get(i);
            shown.forEach(wanted -> row.add(cell(wanted.value().apply(of))));
            rows.add(row);
        }
        return new Grid("server", "Database by its own figures", note(told), columns, rows);
    }

    private static String note(Optional<JsonNode> told) {
        String meaning = "All nodes together, as the servers tell it themselves: not what clients saw. ";
        String absent = told.stream()
                .flatMap(server -> server.path("absent").properties().stream())
                .map(reason -> reason.getKey().replace('_', ' ') + ": "
                        + reason.getValue().asText())
                .collect(Collectors.joining("; "));
        return absent.isEmpty() ? meaning.strip() : meaning + NOT_TOLD + " — " + absent + ".";
    }

    private static Grid nodes(Evidence evidence) {
        Readings readings = evidence.readings();
        double end = evidence.elapsedSeconds() + 1;
        return new Grid(
                "server-nodes",
                "Nodes of the database",
                "Over the whole run.",
                List.of(
                        Column.text("node", "node", 99),
                        Column.number("cpu_cores", "cores", 18),
                        Column.number("disk_mb", "disk MB at the end", 17),
                        Column.number("disk_growth_mb", "grown by MB", 16),
                        Column.number("log_mb", "log MB", 10),
                        Column.number("sstables", "SSTables at the end", 9)),
                readings.nodes().stream()
                        .map(node -> List.of(
                                Cell.text(node),
                                cell(readings.rate(Metric.CPU_SECONDS, node, 0, end)),
                                cell(scaled(readings.last(Metric.DISK_BYTES, node, 0, end), 1 / MB)),
                                cell(scaled(readings.change(Metric.DISK_BYTES, node, 0, end), 1 / MB)),
                                cell(scaled(readings.growth(Metric.LOG_BYTES, node, 0, end), 1 / MB)),
                                cell(readings.last(Metric.SSTABLES, node, 0, end))))
                        .toList());
    }

    private static Grid sources(JsonNode sources) {
        List<List<Cell>> rows = StreamSupport.stream(sources.spliterator(), false)
                .map(Servers::source)
                .toList();
        return new Grid(
                "server-sources",
                "What was looked at",
                "Beside the load, on threads of their own; what failed or was too slow is counted and disturbed nobody.",
                List.of(
                        Column.text("source", "source", 99),
                        Column.number("every_s", "every s", 10),
                        Column.number("seen", "looks", 18),
                        Column.number("missed", "failed", 17),
                        Column.number("skipped", "skipped", 12),
                        Column.number("longest_ms", "longest ms", 11),
                        Column.text("first_failure", "first failure", 5)),
                rows);
    }

    private static List<Cell> source(JsonNode source) {
        return List.of(
                Cell.text(source.path("source").asText()),
                Cell.amount(source.path("every_s").asDouble()),
                Cell.count(source.path("seen").asLong()),
                Cell.count(source.path("missed").asLong()),
                Cell.count(source.path("skipped").asLong()),
                Cell.amount(source.path("longest_ms").asDouble()),
                Cell.text(source.path("first_failure").asText()));
    }

    private static Cell cell(OptionalDouble value) {
        if (value.isEmpty()) {
            return Cell.text(NOT_TOLD).in(Tone.DIM);
        }
        return Double.isFinite(value.getAsDouble())
                ? Cell.amount(value)
                : Cell.text("beyond every bucket").in(Tone.BAD);
    }

    private static OptionalDouble scaled(OptionalDouble value, double by) {
        return value.isPresent() ? OptionalDouble.of(value.getAsDouble() * by) : value;
    }

    private static Wanted wanted(
            String key, String heading, int importance, boolean always, Function<ServerFigures, OptionalDouble> value) {
        return new Wanted(Column.number(key, heading, importance), always, value);
    }
}
