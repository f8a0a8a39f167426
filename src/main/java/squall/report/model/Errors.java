package squall.report.model;

import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import squall.cli.Figures;
import squall.report.chart.Track;
import squall.results.RecordedError;

/** What went wrong: how often, from when to when, and what the database said. */
final class Errors {
    private static final List<Column> COLUMNS = List.of(
            Column.text("class", "class", 99),
            Column.text("sqlstate", "SQLSTATE", 20),
            Column.text("operation", "operation", 18),
            Column.text("outcome", "outcome", 10),
            Column.number("count", "count", 30),
            Column.number("first_s", "first", 8),
            Column.number("last_s", "last", 8),
            Column.text("message", "first message", 5));

    private Errors() {}

    private record Sum(long first, long last, long count) {
        private Sum plus(Sum other) {
            return new Sum(Math.min(first, other.first), Math.max(last, other.last), count + other.count);
        }
    }

    static Grid of(Evidence evidence) {
        Map<RecordedError.Cause, Sum> sums = new LinkedHashMap<>();
        for (RecordedError error : evidence.errors()) {
            sums.merge(error.cause(), new Sum(error.second(), error.second(), error.count()), Sum::plus);
        }
        return new Grid(
                "errors",
                "Errors by class",
                "Refused: certainly not applied. Unknown: may have been applied. First and last: seconds in which such an operation was due.",
                COLUMNS,
                sums.entrySet().stream()
                        .sorted(Map.Entry.comparingByValue(
                                Comparator.comparingLong(Sum::count).reversed()))
                        .map(e -> row(
                                e.getKey(), e.getValue(), evidence.messages().getOrDefault(e.getKey(), "")))
                        .toList());
    }

    private static List<Cell> row(RecordedError.Cause cause, Sum sum, String message) {
        String place = "#t=" + Math.max(0, sum.first() - 5) + "-" + (sum.last() + 6);
        return List.of(
                Cell.text(cause.kind()).linked(place),
                Cell.text(cause.sqlState()),
                Cell.text(cause.operation()),
                Cell.text(cause.outcome()),
                Cell.count(sum.count()),
                second(sum.first()),
                second(sum.last()),
                Cell.text(message));
    }

    private static Cell second(long second) {
        return new Cell(Figures.clock(second), OptionalDouble.of((double) second), Tone.PLAIN, "");
    }

    /** Failed operations in each second by class and SQLSTATE, the most frequent first. */
    static Map<String, Track> perSecond(Evidence evidence) {
        int seconds = evidence.series().seconds();
        Map<String, int[]> counts = new LinkedHashMap<>();
        for (RecordedError error : evidence.errors()) {
            if (error.second() < seconds) {
                counts.computeIfAbsent(name(error.cause()), name -> new int[seconds])[(int) error.second()] +=
                        (int) error.count();
            }
        }
        Map<String, Track> tracks = new LinkedHashMap<>();
        counts.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<String, int[]> e) ->
                        -Arrays.stream(e.getValue()).asLongStream().sum()))
                .forEach(e -> tracks.put(e.getKey(), Track.of(Arrays.stream(e.getValue()))));
        return tracks;
    }

    private static String name(RecordedError.Cause cause) {
        return (cause.sqlState() + " " + cause.kind()).strip();
    }
}
