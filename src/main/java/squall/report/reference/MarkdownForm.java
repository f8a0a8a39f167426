package squall.report.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Tables as Markdown. */
final class MarkdownForm {
    private MarkdownForm() {}

    static List<String> lines(List<Sheet> sheets) {
        List<String> lines = new ArrayList<>();
        for (Sheet sheet : sheets) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.addAll(lines(sheet));
        }
        return lines;
    }

    private static List<String> lines(Sheet sheet) {
        List<String> lines = new ArrayList<>(List.of("## " + sheet.title(), ""));
        Stream.concat(
                        Stream.of("`" + sheet.name() + "`"),
                        Stream.concat(sheet.source().stream(), Units.line(sheet).stream()))
                .forEach(line -> lines.add("- " + line));
        lines.add("");
        lines.add(row(sheet.columns().stream().map(Sheet.Column::name)));
        lines.add(IntStream.range(0, sheet.columns().size())
                .mapToObj(column -> Units.isWords(sheet, column) ? "---|" : "--:|")
                .collect(Collectors.joining("", "|", "")));
        sheet.rows().forEach(row -> lines.add(row(row.stream().map(Cell::text))));
        lines.add("");
        sheet.notes().forEach(note -> lines.add("- **!** " + note));
        return lines;
    }

    private static String row(Stream<String> cells) {
        return cells.map(cell -> cell.replace("|", "\\|")).collect(Collectors.joining(" | ", "| ", " |"));
    }
}
