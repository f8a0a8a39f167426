package squall.report.reference;

import java.util.Optional;
import java.util.stream.Collectors;

/** What forms for people have to know of the columns of a table. */
final class Units {
    private Units() {}

    /** The units of all columns that have one, in one line. */
    static Optional<String> line(Sheet sheet) {
        String units = sheet.columns().stream()
                .filter(column -> !column.unit().isEmpty())
                .map(column -> column.name() + ": " + column.unit())
                .collect(Collectors.joining("; "));
        return units.isEmpty() ? Optional.empty() : Optional.of("units: " + units);
    }

    /** Words are aligned to the left, figures to the right. */
    static boolean isWords(Sheet sheet, int column) {
        return sheet.rows().stream().map(row -> row.get(column)).anyMatch(cell -> switch (cell) {
            case Cell.Words words -> true;
            case Cell.Figure figure -> false;
            case Cell.Span span -> false;
            case Cell.Several several -> false;
            case Cell.Truth truth -> false;
            case Cell.NotStated nothing -> false;
            case Cell.NotApplicable nothing -> false;
        });
    }
}
