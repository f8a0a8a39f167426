package squall.report.reference;

import java.util.ArrayList;
import java.util.List;
import squall.results.Csv;

/** Tables as comma-separated values: a line of names, then the rows; an empty cell is not stated. */
final class CsvForm {
    private CsvForm() {}

    static List<String> lines(List<Sheet> sheets) {
        List<String> lines = new ArrayList<>();
        for (Sheet sheet : sheets) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.add(Csv.line(sheet.columns().stream().map(Sheet.Column::name).toArray()));
            sheet.rows()
                    .forEach(row ->
                            lines.add(Csv.line(row.stream().map(CsvForm::plain).toArray())));
        }
        return lines;
    }

    private static String plain(Cell cell) {
        return switch (cell) {
            case Cell.Figure figure -> figure.value().toPlainString();
            case Cell.NotStated nothing -> "";
            case Cell.NotApplicable nothing -> nothing.text();
            case Cell.Words words -> words.text();
            case Cell.Span span -> span.text();
            case Cell.Several several -> several.text();
            case Cell.Truth truth -> truth.text();
        };
    }
}
