package squall.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A table in Markdown. Pure.
 *
 * @param columns by their headings
 * @param rows each as long as there are columns
 */
public record MarkdownTable(List<Column> columns, List<List<String>> rows) {
    /** One column. @param number whether it is aligned to the right */
    public record Column(String heading, boolean number) {}

    public MarkdownTable {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
    }

    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(row(columns.stream().map(Column::heading).toList()));
        lines.add(columns.stream()
                .map(column -> column.number() ? "---:" : "---")
                .collect(Collectors.joining("|", "|", "|")));
        rows.forEach(row -> lines.add(row(row)));
        return lines;
    }

    private static String row(List<String> cells) {
        return cells.stream().map(MarkdownTable::plain).collect(Collectors.joining(" | ", "| ", " |"));
    }

    /** Nothing in the data makes a table, a tag or a line of its own. */
    public static String plain(String text) {
        return text.replaceAll("\\R", " ")
                .replace("\\", "\\\\")
                .replace("|", "\\|")
                .replace("<", "&lt;")
                .replace("`", "\\`");
    }
}
