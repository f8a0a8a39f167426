package squall.report.html;

import java.util.List;
import java.util.Locale;
import squall.report.chart.Charts;
import squall.report.model.Cell;
import squall.report.model.Column;
import squall.report.model.Document;
import squall.report.model.Grid;
import squall.report.model.Tile;
import squall.report.model.Tone;
import squall.report.model.Verdict;

/** The page of a document. The same report gives the same bytes. */
public final class Page {
    /** Tables of facts: long, and read when somebody doubts. */
    private static final List<String> FOLDED = List.of("definitions", "database", "client", "run");

    /** Tables with more rows are closed at first, but for the one that leads through the page. */
    private static final int MANY = 24;

    /** Longer texts may take several lines. */
    private static final int LONG = 32;

    private final Document document;
    private final Charts charts;
    private final Markup html = new Markup();

    private Page(Document document) {
        this.document = document;
        this.charts = document.charts();
    }

    public static String of(Document document) {
        return new Page(document).written();
    }

    private String written() {
        Assets assets = Assets.load(charts.script());
        html.empty("!doctype html").line().begin("html", "lang", "en");
        head(assets);
        html.begin("body").leaf("a", "Skip the charts", "class", "skip", "href", "#behind-the-charts");
        header();
        html.begin("main");
        if (document.leadsEverything()) {
            leading();
            warnings();
            tiles();
        } else {
            warnings();
            tiles();
            leading();
        }
        charts.places().forEach(this::place);
        html.begin("div", "id", "behind-the-charts").end();
        document.grids().stream()
                .filter(grid -> !grid.id().equals(document.leading()))
                .forEach(this::grid);
        reproduce();
        html.end();
        html.leaf("footer", document.method());
        html.line().own("script", Payload.of(charts), "id", "data", "type", "application/octet-stream");
        html.line().own("script", assets.script());
        return html.end().end().line().page();
    }

    private void leading() {
        document.grid(document.leading()).ifPresent(this::grid);
    }

    private void head(Assets assets) {
        html.begin("head")
                .empty("meta", "charset", "utf-8")
                .empty("meta", "http-equiv", "Content-Security-Policy", "content", assets.policy())
                .empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1")
                .leaf("title", document.title() + " · " + document.name())
                .line()
                .own("style", assets.style())
                .end()
                .line();
    }

    private void header() {
        Verdict verdict = document.verdict();
        html.begin("header").begin("div", "class", "title").leaf("h1", document.title());
        html.leaf(
                "span",
                verdict.status().shown() + ": " + verdict.headline(),
                "class",
                "badge " + name(verdict.status().tone()));
        html.end().leaf("p", document.subtitle(), "class", "muted words");
        list(verdict.reasons(), "reasons");
        html.end().line();
    }

    private void warnings() {
        if (!document.warnings().isEmpty()) {
            html.begin("section", "class", "warnings", "aria-label", "Warnings");
            list(document.warnings(), "words");
            html.end().line();
        }
    }

    private void list(List<String> items, String style) {
        if (!items.isEmpty()) {
            html.begin("ul", "class", style);
            items.forEach(item -> html.leaf("li", item));
            html.end();
        }
    }

    private void tiles() {
        html.begin("dl", "class", "tiles");
        for (Tile tile : document.tiles()) {
            html.begin("div")
                    .leaf("dt", tile.label())
                    .leaf("dd", tile.value(), "class", "value " + name(tile.tone()))
                    .leaf("dd", tile.note(), "class", "note")
                    .end();
        }
        html.end().line();
    }

    /** The first says what to do without a script, and tells screen readers what happens in all of them. */
    private void place(Charts.Place place) {
        boolean first = place.equals(charts.places().getFirst());
        html.begin("section", "id", place.id(), "aria-labelledby", place.id() + "-title")
                .leaf("h2", place.title(), "id", place.id() + "-title")
                .leaf("p", place.note(), "class", "muted", first ? "id" : "", "keys")
                .leaf("div", first ? "The charts need JavaScript; the tables say the rest." : "", "id", place.slot());
        if (first) {
            html.leaf("div", "", "class", "unseen", "id", "said", "aria-live", "polite");
        }
        html.end().line();
    }

    private void grid(Grid grid) {
        boolean facts = FOLDED.contains(grid.id());
        boolean folded = facts
                || document.folded().contains(grid.id())
                || (grid.rows().size() > MANY && !grid.id().equals(document.leading()));
        html.begin("section", "id", grid.id(), "aria-label", grid.title());
        if (folded) {
            html.begin("details", "class", "grid").leaf("summary", grid.title());
        } else {
            html.leaf("h2", grid.title());
        }
        if (!grid.note().isEmpty()) {
            html.leaf("p", grid.note(), "class", "muted");
        }
        html.begin("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", "Table: " + grid.title());
        table(grid, facts ? "facts" : "");
        html.end();
        if (folded) {
            html.end();
        }
        html.end().line();
    }

    private void table(Grid grid, String style) {
        html.begin("table", style.isEmpty() ? "" : "class", style);
        html.begin("thead").begin("tr");
        grid.columns()
                .forEach(column ->
                        html.leaf("th", column.heading(), "scope", "col", column.number() ? "class" : "", "number"));
        html.end().end().begin("tbody");
        for (List<Cell> row : grid.rows()) {
            html.begin("tr");
            for (int i = 0; i < row.size(); i++) {
                cell(grid.columns().get(i), row.get(i), i == 0);
            }
            html.end().line();
        }
        html.end().end();
    }

    private void cell(Column column, Cell cell, boolean first) {
        String form = column.number() ? "number " : cell.text().length() > LONG ? "words " : "";
        String style = (form + name(cell.tone())).strip();
        html.begin(
                first ? "th" : "td",
                first ? "scope" : "",
                "row",
                style.isEmpty() ? "" : "class",
                style,
                first ? "" : "data-label",
                column.heading());
        if (cell.link().isEmpty()) {
            html.text(cell.text());
        } else {
            html.leaf("a", cell.text(), "href", cell.link());
        }
        html.end();
    }

    private void reproduce() {
        if (!document.reproduce().isEmpty()) {
            html.begin("section", "id", "reproduce", "aria-label", "Reproduce")
                    .leaf("h2", "Reproduce")
                    .leaf("pre", document.reproduce(), "tabindex", "0")
                    .end()
                    .line();
        }
    }

    private static String name(Tone tone) {
        return tone == Tone.PLAIN ? "" : tone.name().toLowerCase(Locale.ROOT);
    }
}
