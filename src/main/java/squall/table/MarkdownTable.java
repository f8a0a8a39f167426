package squall.table;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Form of a table in Markdown. Pure. */
public final class MarkdownTable {
    private MarkdownTable() {}

    /** Formats the heading and the rows. */
    public static List<String> lines(Table table) {
        List<String> lines = new ArrayList<>();
        lines.add(row(table.columns().stream().map(Table.Column::heading)));
        lines.add(IntStream.range(0, table.columns().size())
                .mapToObj(i -> table.left(i) ? "---" : "---:")
                .collect(Collectors.joining("|", "|", "|")));
        table.rows().forEach(row -> lines.add(row(row.stream().map(TableCell::text))));
        return lines;
    }

    /** Formats a section with title, sources, units and notes. */
    public static List<String> whole(Table table) {
        List<String> lines = new ArrayList<>(List.of("## " + plain(table.title()), ""));
        lines.add("- `" + table.name() + "`");
        Stream.concat(table.source().stream(), table.units().stream()).forEach(line -> lines.add("- " + plain(line)));
        lines.add("");
        lines.addAll(lines(table));
        lines.add("");
        table.notes().forEach(note -> lines.add("- **!** " + plain(note)));
        return lines;
    }

    private static String row(Stream<String> cells) {
        return cells.map(MarkdownTable::plain).collect(Collectors.joining(" | ", "| ", " |"));
    }

    /** Escapes text so that nothing in the data makes a table, a tag, a line or an emphasis of its own. */
    public static String plain(String text) {
        return text.replaceAll("\\R", " ")
                .replace("\\", "\\\\")
                .replace("|", "\\|")
                .replace("*", "\\*")
                .replace("<", "&lt;")
                .replace("`", "\\`");
    }
}
