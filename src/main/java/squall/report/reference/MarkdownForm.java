package squall.report.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import squall.report.MarkdownTable;

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
        lines.addAll(new MarkdownTable(columns(sheet), rows(sheet)).lines());
        lines.add("");
        sheet.notes().forEach(note -> lines.add("- **!** " + note));
        return lines;
    }

    private static List<MarkdownTable.Column> columns(Sheet sheet) {
        return IntStream.range(0, sheet.columns().size())
                .mapToObj(i -> new MarkdownTable.Column(sheet.columns().get(i).name(), !Units.isWords(sheet, i)))
                .toList();
    }

    private static List<List<String>> rows(Sheet sheet) {
        return sheet.rows().stream()
                .map(row -> row.stream().map(Cell::text).toList())
                .toList();
    }
}
