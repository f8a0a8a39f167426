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
import squall.table.Table.TableField;
import squall.table.TableCell;

/** Section of the errors: how often each occurred, from when to when, and the message of the database. */
final class ErrorSection {
    private ErrorSection() {}

    private record Sum(long first, long last, long count) {
        private Sum plus(Sum other) {
            return new Sum(Math.min(first, other.first), Math.max(last, other.last), count + other.count);
        }

        private String place() {
            return "#t=" + Math.max(0, first - 5) + "-" + (last + 6);
        }
    }

    static Table of(ReportData evidence) {
        Map<RecordedError.Cause, Sum> sums = new LinkedHashMap<>();
        for (RecordedError error : evidence.errors()) {
            sums.merge(error.cause(), new Sum(error.second(), error.second(), error.count()), Sum::plus);
        }
        List<TableField<Map.Entry<RecordedError.Cause, Sum>>> fields = List.of(
                TableField.text(
                        "class",
                        "class",
                        Column.KEY,
                        each -> TableCell.words(each.getKey().kind())
                                .linked(each.getValue().place())),
                TableField.words(
                        "sqlstate",
                        "SQLSTATE",
                        Column.KEY,
                        each -> each.getKey().sqlState()),
                TableField.words(
                        "operation",
                        "operation",
                        Column.KEY,
                        each -> each.getKey().operation()),
                TableField.words(
                        "outcome", "outcome", Column.KEY, each -> each.getKey().outcome()),
                TableField.count("count", "count", 30, each -> each.getValue().count()),
                TableField.number(
                        "first_s", "first", 8, each -> second(each.getValue().first())),
                TableField.number(
                        "last_s", "last", 8, each -> second(each.getValue().last())),
                TableField.words(
                        "message",
                        "first message",
                        5,
                        each -> evidence.messages().getOrDefault(each.getKey(), "")));
        return Table.of(
                "errors",
                "Errors by class",
                List.of(
                        "Refused: certainly not applied. Unknown: may have been applied. First and last: seconds in which such an operation was due."),
                fields,
                sums.entrySet().stream()
                        .sorted(Map.Entry.comparingByValue(
                                Comparator.comparingLong(Sum::count).reversed()))
                        .toList());
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
