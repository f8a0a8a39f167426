package squall.report.model;

import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import squall.report.chart.ChartTrack;
import squall.results.recorded.RecordedError;
import squall.system.HumanNumbers;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.TableCell;

/** Section of the errors: how often each occurred, from when to when, and the message of the database. */
final class ErrorSection {
    private static final List<Column> COLUMNS = List.of(
            Column.text("class", "class", Column.KEY),
            Column.text("sqlstate", "SQLSTATE", Column.KEY),
            Column.text("operation", "operation", Column.KEY),
            Column.text("outcome", "outcome", Column.KEY),
            Column.number("count", "count", 30),
            Column.number("first_s", "first", 8),
            Column.number("last_s", "last", 8),
            Column.text("message", "first message", 5));

    private ErrorSection() {}

    private record Sum(long first, long last, long count) {
        private Sum plus(Sum other) {
            return new Sum(Math.min(first, other.first), Math.max(last, other.last), count + other.count);
        }
    }

    static Table of(ReportData evidence) {
        Map<RecordedError.Cause, Sum> sums = new LinkedHashMap<>();
        for (RecordedError error : evidence.errors()) {
            sums.merge(error.cause(), new Sum(error.second(), error.second(), error.count()), Sum::plus);
        }
        return new Table(
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

    private static List<TableCell> row(RecordedError.Cause cause, Sum sum, String message) {
        String place = "#t=" + Math.max(0, sum.first() - 5) + "-" + (sum.last() + 6);
        return List.of(
                TableCell.words(cause.kind()).linked(place),
                TableCell.words(cause.sqlState()),
                TableCell.words(cause.operation()),
                TableCell.words(cause.outcome()),
                TableCell.count(sum.count()),
                second(sum.first()),
                second(sum.last()),
                TableCell.words(message));
    }

    private static TableCell second(long second) {
        return TableCell.count(second).shownAs(HumanNumbers.clock(second));
    }

    /** Returns the failed operations in each second by class and SQLSTATE, the most frequent first. */
    static Map<String, ChartTrack> perSecond(ReportData evidence) {
        int seconds = evidence.series().seconds();
        Map<String, int[]> counts = new LinkedHashMap<>();
        for (RecordedError error : evidence.errors()) {
            if (error.second() < seconds) {
                counts.computeIfAbsent(error.cause().name(), name -> new int[seconds])[(int) error.second()] +=
                        (int) error.count();
            }
        }
        Map<String, ChartTrack> tracks = new LinkedHashMap<>();
        counts.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<String, int[]> e) ->
                        -Arrays.stream(e.getValue()).asLongStream().sum()))
                .forEach(e -> tracks.put(e.getKey(), ChartTrack.of(Arrays.stream(e.getValue()))));
        return tracks;
    }
}
