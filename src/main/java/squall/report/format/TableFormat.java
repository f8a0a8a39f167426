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

/** A form that tables are written in. */
public enum TableFormat {
    /** For a terminal. */
    TEXT,
    /** For a page of documentation or a pull request. */
    MARKDOWN,
    /** For spreadsheets: figures only, without units and notes. */
    CSV,
    /** A page of its own. */
    HTML,
    /** For programs: everything, figures as numbers. */
    JSON;

    /** All of them, one below the other. */
    public List<String> lines(List<Table> tables) {
        return switch (this) {
            case TEXT -> apart(tables, TextTable::whole);
            case MARKDOWN -> apart(tables, MarkdownTable::whole);
            case CSV -> apart(tables, CsvFormat::lines);
            case HTML -> HtmlTable.page("Tables", tables).html().lines().toList();
            case JSON ->
                CanonicalJson.pretty(tables.stream().map(JsonTable::of).toList())
                        .lines()
                        .toList();
        };
    }

    /** Of a file in this form, without the dot. */
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
