package squall.report.format;

import java.util.List;
import squall.report.model.ReportDocument;
import squall.table.MarkdownTable;
import squall.table.Table;

/** A report as Markdown, to be pasted where people talk. */
final class MarkdownReportFormat {
    private MarkdownReportFormat() {}

    static String of(ReportDocument document) {
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
            document.table(document.leading()).ifPresent(table -> table(table, text));
        }
        text.append('\n');
        tiles(document).forEach(line -> text.append(line).append('\n'));
        document.furtherTables().forEach(table -> {
            if (document.folded().contains(table.name())) {
                folded(table, text);
            } else {
                table(table, text);
            }
        });
        if (!document.reproduce().isEmpty()) {
            text.append("\n## Reproduce\n\n```\n").append(document.reproduce()).append("\n```\n");
        }
        return text.append('\n').append(document.method()).append('\n').toString();
    }

    private static void table(Table table, StringBuilder text) {
        text.append("\n## ").append(table.title()).append("\n\n");
        body(table, text);
    }

    /** HTML within Markdown, as the places where people talk understand it; the empty line makes the table Markdown again. */
    private static void folded(Table table, StringBuilder text) {
        text.append("\n<details>\n<summary>").append(table.title()).append("</summary>\n\n");
        body(table, text);
        text.append("\n</details>\n");
    }

    private static void body(Table table, StringBuilder text) {
        if (!table.note().isEmpty()) {
            text.append(table.note()).append("\n\n");
        }
        MarkdownTable.lines(table).forEach(line -> text.append(line).append('\n'));
    }

    /** The headline figures. */
    private static List<String> tiles(ReportDocument document) {
        List<Table.Field<ReportDocument.HeadlineTile>> fields = List.of(
                Table.Field.text("figure", 0, ReportDocument.HeadlineTile::label),
                Table.Field.number("value", 0, ReportDocument.HeadlineTile::value),
                Table.Field.text("of", 0, ReportDocument.HeadlineTile::note));
        return MarkdownTable.lines(Table.of("headline", fields, document.tiles()));
    }
}
