package squall.report.form;

import java.util.List;
import java.util.stream.Collectors;
import squall.report.model.Cell;
import squall.report.model.Column;
import squall.report.model.Document;
import squall.report.model.Grid;

/** A report as Markdown, to be pasted where people talk. */
final class MarkdownForm {
    private MarkdownForm() {}

    static String of(Document document) {
        StringBuilder text = new StringBuilder();
        text.append("# ")
                .append(plain(document.title()))
                .append("\n\n")
                .append(plain(document.subtitle()))
                .append("\n\n");
        text.append("**")
                .append(document.verdict().status().shown())
                .append("**: ")
                .append(document.verdict().headline())
                .append("\n\n");
        document.verdict()
                .reasons()
                .forEach(reason -> text.append("- ").append(plain(reason)).append('\n'));
        document.warnings()
                .forEach(warning -> text.append("- ! ").append(plain(warning)).append('\n'));
        text.append("\n| figure | value | of |\n|---|---:|---|\n");
        document.tiles().forEach(tile -> text.append(row(List.of(tile.label(), tile.value(), tile.note()))));
        document.grids().forEach(grid -> grid(grid, text));
        text.append("\n## Reproduce\n\n```\n").append(document.reproduce()).append("\n```\n\n");
        return text.append(document.method()).append('\n').toString();
    }

    private static void grid(Grid grid, StringBuilder text) {
        text.append("\n## ").append(grid.title()).append("\n\n");
        if (!grid.note().isEmpty()) {
            text.append(grid.note()).append("\n\n");
        }
        text.append(row(grid.columns().stream().map(Column::heading).toList()));
        text.append(grid.columns().stream()
                .map(column -> column.number() ? "---:" : "---")
                .collect(Collectors.joining("|", "|", "|\n")));
        grid.rows().forEach(row -> text.append(row(row.stream().map(Cell::text).toList())));
    }

    private static String row(List<String> cells) {
        return cells.stream().map(MarkdownForm::plain).collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    /** Nothing in the data makes a table, a tag or a line of its own. */
    private static String plain(String text) {
        return text.replaceAll("\\R", " ")
                .replace("\\", "\\\\")
                .replace("|", "\\|")
                .replace("<", "&lt;")
                .replace("`", "\\`");
    }
}
