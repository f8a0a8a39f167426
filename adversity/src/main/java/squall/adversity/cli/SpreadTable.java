package squall.adversity.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import squall.measure.recovery.Reading;
import squall.measure.recovery.Spread;
import squall.report.Table;
import squall.verdict.Repetitions;

/** What several runs of a scenario have in common, a line for each figure of each phase. */
record SpreadTable(Repetitions repetitions) {
    private static final int ALWAYS = 9;

    private record Row(String phase, String figure, Spread spread, String note) {}

    List<String> lines(int width) {
        List<Row> rows = rows();
        List<String> lines =
                new ArrayList<>(List.of("", "over " + repetitions.runs().size() + " runs"));
        lines.addAll(new Table(List.of(
                        column("phase", rows, Row::phase),
                        column("figure", rows, Row::figure),
                        column("runs", rows, row -> "" + row.spread().sorted().size()),
                        column("median", rows, row -> text(row.spread().median())),
                        column("low", rows, row -> text(row.spread().interval().low())),
                        column("high", rows, row -> text(row.spread().interval().high())),
                        column("confidence", rows, SpreadTable::confidence),
                        column("than control", rows, Row::note)))
                .lines(width));
        return lines;
    }

    private List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (Repetitions.Phase phase : repetitions.phases()) {
            for (Map.Entry<String, Spread> figure : phase.figures().entrySet()) {
                String note = phase.apart().contains(figure.getKey()) ? "apart" : "";
                rows.add(new Row(phase.name(), figure.getKey(), figure.getValue(), note));
            }
        }
        return rows;
    }

    private static Table.Column column(String heading, List<Row> rows, Function<Row, String> cell) {
        boolean left = heading.equals("figure");
        return new Table.Column(heading, ALWAYS, left, rows.stream().map(cell).toList());
    }

    private static String confidence(Row row) {
        return String.format(
                Locale.ROOT, "%.1f %%", 100 * row.spread().interval().confidence());
    }

    private static String text(Reading reading) {
        return (reading.atLeast() ? "> " : "") + String.format(Locale.ROOT, "%.3f", reading.value());
    }
}
