package squall.report.form;

import java.util.List;
import squall.report.MarkdownTable;
import squall.report.model.Cell;
import squall.report.model.Document;
import squall.report.model.Grid;

/** A report as Markdown, to be pasted where people talk. */
final class MarkdownForm {
    private MarkdownForm() {}

    static String of(Document document) {
        StringBuilder text = new StringBuilder();
        text.append("# ")
                .append(MarkdownTable.plain(document.title()))
                .append("\n\n")
                .append(MarkdownTable.plain(document.subtitle()))
                .append("\n\n");
        text.append("**")
                .append(document.verdict().status().shown())
                .append("**: ")
                .append(document.verdict().headline())
                .append("\n\n");
        document.verdict()
                .reasons()
                .forEach(reason ->
                        text.append("- ").append(MarkdownTable.plain(reason)).append('\n'));
        document.warnings()
                .forEach(warning ->
                        text.append("- ! ").append(MarkdownTable.plain(warning)).append('\n'));
        if (document.leadsEverything()) {
            document.grid(document.leading()).ifPresent(grid -> grid(grid, text));
        }
        text.append('\n');
        tiles(document).forEach(line -> text.append(line).append('\n'));
        document.furtherGrids().forEach(grid -> {
            if (document.folded().contains(grid.id())) {
                folded(grid, text);
            } else {
                grid(grid, text);
            }
        });
        if (!document.reproduce().isEmpty()) {
            text.append("\n## Reproduce\n\n```\n").append(document.reproduce()).append("\n```\n");
        }
        return text.append('\n').append(document.method()).append('\n').toString();
    }

    private static void grid(Grid grid, StringBuilder text) {
        text.append("\n## ").append(grid.title()).append("\n\n");
        body(grid, text);
    }

    /** HTML within Markdown, as the places where people talk understand it; the empty line makes the table Markdown again. */
    private static void folded(Grid grid, StringBuilder text) {
        text.append("\n<details>\n<summary>").append(grid.title()).append("</summary>\n\n");
        body(grid, text);
        text.append("\n</details>\n");
    }

    private static void body(Grid grid, StringBuilder text) {
        if (!grid.note().isEmpty()) {
            text.append(grid.note()).append("\n\n");
        }
        MarkdownTable table = new MarkdownTable(
                grid.columns().stream()
                        .map(column -> new MarkdownTable.Column(column.heading(), column.number()))
                        .toList(),
                grid.rows().stream()
                        .map(row -> row.stream().map(Cell::text).toList())
                        .toList());
        table.lines().forEach(line -> text.append(line).append('\n'));
    }

    /** The headline figures. */
    private static List<String> tiles(Document document) {
        return new MarkdownTable(
                        List.of(
                                new MarkdownTable.Column("figure", false),
                                new MarkdownTable.Column("value", true),
                                new MarkdownTable.Column("of", false)),
                        document.tiles().stream()
                                .map(tile -> List.of(tile.label(), tile.value(), tile.note()))
                                .toList())
                .lines();
    }
}
