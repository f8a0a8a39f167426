package squall.report.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import squall.report.html.HtmlTable;
import squall.results.file.CanonicalJson;
import squall.table.CsvFormat;
import squall.table.JsonTable;
import squall.table.MarkdownTable;
import squall.table.Table;
import squall.table.TextTable;

/** Format in which tables are written. */
public enum TableFormat {
    /** Text for a terminal. */
    TEXT,
    /** Markdown for a page of documentation or a pull request. */
    MARKDOWN,
    /** Comma separated values for spreadsheets: figures only, without units and notes. */
    CSV,
    /** Page in HTML. */
    HTML,
    /** JSON for programs: everything, figures as numbers. */
    JSON;

    /** Formats all tables, one below the other; a page has the title of the first. */
    public List<String> lines(List<Table> tables) {
        return lines(tables.isEmpty() ? "Tables" : tables.getFirst().title(), tables);
    }

    /** Formats all tables, one below the other. @param title of a page in HTML; other formats have none */
    public List<String> lines(String title, List<Table> tables) {
        return switch (this) {
            case TEXT -> apart(tables, TextTable::whole);
            case MARKDOWN -> apart(tables, MarkdownTable::whole);
            case CSV -> apart(tables, CsvFormat::lines);
            case HTML -> HtmlTable.page(title, tables).html().lines().toList();
            case JSON ->
                CanonicalJson.pretty(tables.stream().map(JsonTable::of).toList())
                        .lines()
                        .toList();
        };
    }

    /** Returns the file extension of this format, without the dot. */
    public String suffix() {
        return switch (this) {
            case TEXT -> "txt";
            case MARKDOWN -> "md";
            case CSV, HTML, JSON -> name().toLowerCase(Locale.ROOT);
        };
    }

    private static List<String> apart(List<Table> tables, Function<Table, List<String>> form) {
        List<String> lines = new ArrayList<>();
        for (Table table : tables) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.addAll(form.apply(table));
        }
        return lines;
    }
}
