package squall.report.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

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
        List<String> lines = new ArrayList<>(HEAD.lines().toList());
        sheets.forEach(sheet -> lines.addAll(lines(sheet)));
        lines.addAll(List.of("</body>", "</html>"));
        return lines;
    }

    private static List<String> lines(Sheet sheet) {
        List<String> lines = new ArrayList<>();
        lines.add("<section id=\"" + escaped(sheet.name()) + "\">");
        lines.add("<h2>" + escaped(sheet.title()) + "</h2>");
        Stream.concat(sheet.source().stream(), Units.line(sheet).stream())
                .forEach(line -> lines.add("<p>" + escaped(line) + "</p>"));
        lines.add("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"" + escaped(sheet.title()) + "\">");
        lines.addAll(table(sheet));
        lines.add("</div>");
        lines.add("<ul>");
        sheet.notes().forEach(note -> lines.add("<li>" + escaped(note) + "</li>"));
        lines.addAll(List.of("</ul>", "</section>"));
        return lines;
    }

    private static List<String> table(Sheet sheet) {
        List<String> lines = new ArrayList<>(List.of("<table>", "<thead>"));
        StringBuilder head = new StringBuilder("<tr>");
        for (int i = 0; i < sheet.columns().size(); i++) {
            head.append("<th scope=\"col\"").append(kind(sheet, i));
            head.append('>').append(escaped(sheet.columns().get(i).name())).append("</th>");
        }
        lines.add(head.append("</tr>").toString());
        lines.addAll(List.of("</thead>", "<tbody>"));
        sheet.rows().forEach(row -> lines.add(row(sheet, row)));
        lines.addAll(List.of("</tbody>", "</table>"));
        return lines;
    }

    private static String row(Sheet sheet, List<Cell> cells) {
        StringBuilder row = new StringBuilder("<tr>");
        for (int i = 0; i < cells.size(); i++) {
            row.append("<td").append(kind(sheet, i)).append('>');
            row.append(escaped(cells.get(i).text())).append("</td>");
        }
        return row.append("</tr>").toString();
    }

    private static String kind(Sheet sheet, int column) {
        return Units.isWords(sheet, column) ? "" : " class=\"figure\"";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
