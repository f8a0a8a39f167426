package squall.report.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import squall.report.html.Markup;

/** Tables as a page of HTML that needs no network. */
final class HtmlForm {
    private static final String HEAD = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <meta name="viewport" content="width=device-width">
            <title>Squall: tables</title>
            <style>
            :root { color-scheme: light dark }
            body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 70em; padding: 0 1em }
            .wide { overflow-x: auto }
            table { border-collapse: collapse }
            th, td { border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: .2em .7em; text-align: left }
            .figure { text-align: right; font-variant-numeric: tabular-nums }
            </style>
            </head>
            <body>""";

    private HtmlForm() {}

    static List<String> lines(List<Sheet> sheets) {
        Markup html = new Markup();
        sheets.forEach(sheet -> sheet(html, sheet));
        List<String> lines = new ArrayList<>(HEAD.lines().toList());
        lines.addAll(html.page().lines().toList());
        lines.addAll(List.of("</body>", "</html>"));
        return lines;
    }

    private static void sheet(Markup html, Sheet sheet) {
        html.begin("section", "id", sheet.name()).line();
        html.leaf("h2", sheet.title()).line();
        Stream.concat(sheet.source().stream(), Units.line(sheet).stream())
                .forEach(line -> html.leaf("p", line).line());
        html.begin("div", "class", "wide", "tabindex", "0", "role", "region", "aria-label", sheet.title())
                .line();
        table(html, sheet);
        html.end().line().begin("ul").line();
        sheet.notes().forEach(note -> html.leaf("li", note).line());
        html.end().line().end().line();
    }

    private static void table(Markup html, Sheet sheet) {
        html.begin("table").line().begin("thead").line().begin("tr");
        for (int i = 0; i < sheet.columns().size(); i++) {
            html.leaf("th", sheet.columns().get(i).name(), "scope", "col", kind(sheet, i), "figure");
        }
        html.end().line().end().line().begin("tbody").line();
        for (List<Cell> row : sheet.rows()) {
            html.begin("tr");
            for (int i = 0; i < row.size(); i++) {
                html.leaf("td", row.get(i).text(), kind(sheet, i), "figure");
            }
            html.end().line();
        }
        html.end().line().end().line();
    }

    /** The attribute that a column of figures has; one without a name is left out. */
    private static String kind(Sheet sheet, int column) {
        return Units.isWords(sheet, column) ? "" : "class";
    }
}
