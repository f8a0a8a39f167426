package squall.report.html;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import squall.table.Table;
import squall.table.TableCell;
import squall.table.TableCell.CellTone;

/** Form of a table in HTML. */
public final class HtmlTable {
    private static final PageAssets ASSETS = PageAssets.of(List.of(), List.of("page.css"));

    /** Length of text from which a cell may take several lines. */
    private static final int LONG = 32;

    private HtmlTable() {}

    /** Writes tables as a page that needs no network; a table with a column of ideal growth gets its chart. */
    public static ReportPage.WithPolicy page(String title, List<Table> tables) {
        String policy = ASSETS.policy("form-action 'none'");
        MarkupWriter html = ASSETS.beginWithPolicy("Squall: " + title, policy);
        html.line().begin("header").leaf("h1", title).end().line();
        html.begin("main").line();
        tables.forEach(table -> section(html, table));
        return new ReportPage.WithPolicy(
                html.end().line().end().line().end().line().page(), policy);
    }

    private static void section(MarkupWriter html, Table table) {
        html.begin("section", "id", table.name()).line();
        html.leaf("h2", table.title()).line();
        Stream.concat(table.source().stream(), table.units().stream())
                .forEach(line -> html.leaf("p", line, "class", "muted").line());
        html.begin("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", table.title())
                .line();
        write(html, table, "");
        html.line().end().line();
        GrowthChart.of(table).ifPresent(chart -> chart.draw(html));
        if (!table.notes().isEmpty()) {
            html.begin("ul", "class", "words").line();
            table.notes().forEach(note -> html.leaf("li", note).line());
            html.end().line();
        }
        html.end().line();
    }

    /** Writes the heading and rows only. @param style of the table, empty if it has none of its own */
    static void write(MarkupWriter html, Table table, String style) {
        html.begin("table", style.isEmpty() ? "" : "class", style);
        html.begin("thead").begin("tr");
        for (int i = 0; i < table.columns().size(); i++) {
            String heading = table.columns().get(i).heading();
            html.leaf("th", heading, "scope", "col", table.left(i) ? "" : "class", "number");
        }
        html.end().end().begin("tbody");
        for (List<TableCell> row : table.rows()) {
            html.begin("tr");
            for (int i = 0; i < row.size(); i++) {
                cell(html, table, i, row.get(i));
            }
            html.end().line();
        }
        html.end().end();
    }

    private static void cell(MarkupWriter html, Table table, int column, TableCell cell) {
        boolean first = column == 0;
        String form = !table.left(column) ? "number " : cell.text().length() > LONG ? "words " : "";
        String style = (form + name(cell.tone())).strip();
        html.begin(
                first ? "th" : "td",
                first ? "scope" : "",
                "row",
                style.isEmpty() ? "" : "class",
                style,
                first ? "" : "data-label",
                table.columns().get(column).heading());
        if (cell.link().isEmpty()) {
            html.text(cell.text());
        } else {
            html.leaf("a", cell.text(), "href", cell.link());
        }
        html.end();
    }

    /** Returns the CSS class of a tone. */
    static String name(CellTone tone) {
        return tone == CellTone.PLAIN ? "" : tone.name().toLowerCase(Locale.ROOT);
    }
}
