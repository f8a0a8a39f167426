package squall.report.browse;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.report.browse.ListedRun.RunGroup;
import squall.report.html.MarkupWriter;
import squall.report.html.PageAssets;
import squall.system.HumanNumbers;
import squall.table.TableCell.CellTone;

/** The page that lists the runs of a folder. Without a script everything works but that new runs appear by themselves. */
public final class RunListPage {
    /** Between the names of the runs of a group. */
    public static final String BETWEEN = "/";

    private static final int MOST_CHOICES = 200;

    /** Rows on one page. */
    static final int ROWS = 100;

    private static final PageAssets ASSETS =
            PageAssets.of(List.of("stream.js", "list.js"), List.of("page.css", "list.css"));
    private static final String POLICY = ASSETS.policy("img-src 'self' data:; connect-src 'self'; form-action 'self'");

    private final String folder;
    private final List<ListedRun> all;
    private final RunListQuery query;
    private final List<ListedRun> found;
    private final MarkupWriter html = new MarkupWriter();

    private RunListPage(String folder, List<ListedRun> all, RunListQuery query) {
        this.folder = folder;
        this.all = all;
        this.query = query;
        this.found = query.of(all);
    }

    /** @param folder as the user named it @param all every run of it */
    public static String of(String folder, List<ListedRun> all, RunListQuery query) {
        return new RunListPage(folder, all, query).written();
    }

    /** A page that says why something is not shown. */
    public static String message(String title, String message) {
        MarkupWriter html = new MarkupWriter();
        head(html, title);
        html.begin("body").begin("header").leaf("h1", title).end();
        html.begin("main").leaf("p", message, "class", "words");
        html.begin("p").leaf("a", "All runs", "href", "/").end();
        return html.end().end().end().line().page();
    }

    /** What both pages may do. */
    public static String policy() {
        return POLICY;
    }

    private static void head(MarkupWriter html, String title) {
        html.empty("!doctype html").line().begin("html", "lang", "en").begin("head");
        html.empty("meta", "charset", "utf-8")
                .empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1")
                .empty("link", "rel", "icon", "href", "data:,")
                .leaf("title", title)
                .line()
                .own("style", ASSETS.style())
                .end()
                .line();
    }

    private String written() {
        head(html, "Runs in " + folder);
        html.begin("body").leaf("a", "Skip to the runs", "class", "skip", "href", "#runs");
        html.begin("header")
                .leaf("h1", "Runs")
                .leaf("p", folder, "class", "muted words")
                .leaf("p", "", "class", "bad", "id", "lost", "role", "status")
                .end();
        html.begin("main");
        search();
        html.begin("section", "id", "runs", "aria-label", "Runs");
        html.leaf("p", told(), "id", "count", "role", "status");
        if (!found.isEmpty()) {
            table();
            pages();
        }
        html.end().end();
        html.leaf(
                "footer",
                "Goodput and p99 are over all windows but warm-up; p99 is from merged histograms. Lost writes:"
                        + " acknowledged and not found, where a probe looked for them; in a group the figures are medians,"
                        + " lost writes the sum.");
        html.own("script", ASSETS.script());
        return html.end().end().line().page();
    }

    private String told() {
        return all.isEmpty()
                ? "There is no run in this folder yet; the first one appears here."
                : HumanNumbers.count(found.size()) + " of " + HumanNumbers.counted(all.size(), "run");
    }

    private void search() {
        html.begin("form", "action", "/", "class", "search", "role", "search");
        html.begin("label", "class", "wide").text("Search ");
        html.empty(
                "input",
                "type",
                "search",
                "name",
                "q",
                "value",
                query.words(),
                "placeholder",
                "tpcc  database:postgres  p99:>20  tag:nightly");
        html.end();
        RunListQuery.CHOICES.forEach(this::choice);
        html.begin("label")
                .empty("input", checked("group", "yes", query.grouped()))
                .text(" group repeated runs");
        html.end().empty("input", "type", "hidden", "name", "sort", "value", query.sortWord());
        html.leaf("button", "Search", "type", "submit").text(" ").leaf("a", "all runs", "href", "/");
        html.end().line();
    }

    private static String[] checked(String name, String value, boolean checked) {
        return new String[] {
            "type", "checkbox", "name", name, "value", value, checked ? "checked" : "", checked ? "checked" : ""
        };
    }

    /** Only what there is can be chosen, so a choice without alternative is left out; of too many values a search finds one sooner. */
    private void choice(RunListColumn column) {
        List<String> values = all.stream()
                .flatMap(run -> column == RunListColumn.TAG ? run.tags().stream() : Stream.of(column.text(run)))
                .filter(value -> !value.isEmpty())
                .distinct()
                .sorted()
                .toList();
        String chosen = query.chosen().getOrDefault(column, "");
        if ((values.size() < 2 || values.size() > MOST_CHOICES) && chosen.isEmpty()) {
            return;
        }
        html.begin("label").text(column.heading() + " ").begin("select", "name", column.key());
        html.leaf("option", "any", "value", "");
        for (String value : values) {
            boolean is = value.equals(chosen);
            html.leaf("option", value, "value", value, is ? "selected" : "", is ? "selected" : "");
        }
        html.end().end();
    }

    private void table() {
        html.begin("form", "action", "/compare", "id", "choice");
        html.begin("div", "class", "tools");
        html.leaf("button", "Compare A with B", "type", "submit", "formaction", "/compare")
                .leaf("button", "Trend of A", "type", "submit", "formaction", "/trend")
                .leaf("button", "Adversity card", "type", "submit", "formaction", "/card");
        html.begin("label").text("metric ");
        html.empty("input", "name", "metric", "value", "", "placeholder", "measured.p99_ms", "size", "18")
                .end();
        html.leaf("output", "", "id", "chosen").end().line();
        html.begin("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", "Table: runs");
        html.begin("table", "class", "runs").begin("thead").begin("tr");
        html.leaf("th", "A", "scope", "col", "class", "side").leaf("th", "B", "scope", "col", "class", "side");
        if (query.grouped()) {
            html.leaf("th", "runs", "scope", "col", "class", "number");
        }
        for (RunListColumn column : RunListColumn.values()) {
            if (column == RunListColumn.RUN) {
                html.leaf("th", "throughput", "scope", "col");
            }
            heading(column);
        }
        html.end().end().line().begin("tbody");
        rows();
        html.end().end().end().end().line();
    }

    private void heading(RunListColumn column) {
        String order = column != query.sort() ? "none" : query.ascending() ? "ascending" : "descending";
        html.begin("th", "scope", "col", column.number() ? "class" : "", "number", "aria-sort", order);
        html.leaf(
                        "a",
                        column.heading() + sign(order),
                        "href",
                        query.sortedBy(column).address())
                .end();
    }

    private static String sign(String order) {
        return switch (order) {
            case "ascending" -> " ▲";
            case "descending" -> " ▼";
            default -> "";
        };
    }

    private int groups() {
        return query.grouped() ? RunGroup.of(found).size() : found.size();
    }

    private void rows() {
        if (query.grouped()) {
            RunGroup.of(found).stream()
                    .skip(ROWS * (query.page() - 1L))
                    .limit(ROWS)
                    .forEach(this::group);
        } else {
            found.stream().skip(ROWS * (query.page() - 1L)).limit(ROWS).forEach(this::row);
        }
    }

    private void row(ListedRun run) {
        if (!run.readable()) {
            broken(run);
            return;
        }
        html.begin("tr");
        side("a", run.id(), "A: " + run.id(), !run.running());
        side("b", run.id(), "B: " + run.id(), !run.running());
        for (RunListColumn column : RunListColumn.values()) {
            if (column == RunListColumn.RUN) {
                curve(run);
            }
            cell(column, run, column.text(run));
        }
        html.end().line();
    }

    /** Nothing is known of it but its directory and the reason, which gets all the room. */
    private void broken(ListedRun run) {
        html.begin("tr", "class", "broken").leaf("td", "", "colspan", "2", "class", "side");
        if (query.grouped()) {
            html.leaf("td", "1", "class", "number", "data-label", "runs");
        }
        html.begin("th", "scope", "row").leaf("a", run.id(), "href", place(run)).end();
        html.leaf(
                "td",
                run.verdict() + ": " + run.problem(),
                "class",
                word(run.status().tone()),
                "data-label",
                RunListColumn.VERDICT.heading(),
                "colspan",
                Integer.toString(RunListColumn.values().length));
        html.end().line();
    }

    private void group(RunGroup group) {
        ListedRun first = group.first();
        if (!first.readable()) {
            broken(first);
            return;
        }
        String ids = group.runs().stream()
                .filter(run -> run.readable() && !run.running())
                .map(ListedRun::id)
                .collect(Collectors.joining(BETWEEN));
        html.begin("tr");
        side("a", ids, "A: the group of " + first.id(), !ids.isEmpty());
        side("b", ids, "B: the group of " + first.id(), !ids.isEmpty());
        html.leaf("td", HumanNumbers.count(group.runs().size()), "class", "number", "data-label", "runs");
        for (RunListColumn column : RunListColumn.values()) {
            if (column == RunListColumn.RUN) {
                curve(first);
            }
            cell(column, first, text(column, group));
        }
        html.end().line();
    }

    private static String text(RunListColumn column, RunGroup group) {
        return switch (column) {
            case GOODPUT -> amount(group, ListedRun::goodputPerS);
            case P99 -> amount(group, ListedRun::p99Ms);
            case LOST ->
                group.runs().stream().allMatch(run -> run.lostWrites().isEmpty())
                        ? ""
                        : HumanNumbers.count(group.runs().stream()
                                .mapToLong(run -> run.lostWrites().orElse(0))
                                .sum());
            case VERDICT ->
                group.runs().stream()
                        .collect(Collectors.groupingBy(ListedRun::verdict, TreeMap::new, Collectors.counting()))
                        .entrySet()
                        .stream()
                        .map(each -> each.getKey() + " × " + each.getValue())
                        .collect(Collectors.joining("; "));
            case TAG ->
                group.runs().stream()
                        .flatMap(run -> run.tags().stream())
                        .distinct()
                        .collect(Collectors.joining(" "));
            default -> column.text(group.first());
        };
    }

    private static String amount(RunGroup group, Function<ListedRun, OptionalDouble> value) {
        OptionalDouble median = group.median(value);
        return median.isEmpty() ? "" : HumanNumbers.amount(median.getAsDouble());
    }

    private void side(String name, String value, String label, boolean usable) {
        html.begin("td", "class", "side", "data-label", usable ? name.toUpperCase(Locale.ROOT) : "");
        if (usable) {
            html.empty("input", "type", "checkbox", "name", name, "value", value, "aria-label", label);
        }
        html.end();
    }

    private void cell(RunListColumn column, ListedRun run, String text) {
        boolean head = column == RunListColumn.WHEN;
        CellTone tone = switch (column) {
            case VERDICT -> run.status().tone();
            case LOST -> run.lostWrites().orElse(0) > 0 ? CellTone.BAD : CellTone.PLAIN;
            default -> CellTone.PLAIN;
        };
        String style = (column.number() ? "number " : "") + (tone == CellTone.PLAIN ? "" : word(tone));
        html.begin(
                head ? "th" : "td",
                head ? "scope" : "",
                "row",
                style.isBlank() ? "" : "class",
                style.strip(),
                "data-label",
                column.heading());
        if (head) {
            html.leaf("a", text.isEmpty() ? "not recorded" : text, "href", place(run));
        } else {
            html.text(text);
        }
        html.end();
    }

    private static String word(CellTone tone) {
        return tone.name().toLowerCase(Locale.ROOT);
    }

    private void curve(ListedRun run) {
        html.begin("td", "class", "curve");
        html.empty(
                "img",
                "src",
                place(run) + "/curve.svg",
                "loading",
                "lazy",
                "width",
                "120",
                "height",
                "28",
                "alt",
                "Throughput over time, faults shaded");
        html.end();
    }

    private static String place(ListedRun run) {
        return "/run/" + RunListQuery.encoded(run.id());
    }

    private void pages() {
        int last = (groups() + ROWS - 1) / ROWS;
        if (last < 2) {
            return;
        }
        html.begin("nav", "class", "pages", "aria-label", "Pages");
        if (query.page() > 1) {
            html.leaf(
                    "a",
                    "◀ previous page",
                    "href",
                    query.onPage(query.page() - 1).address());
        }
        html.leaf("span", "page " + query.page() + " of " + last);
        if (query.page() < last) {
            html.leaf("a", "next page ▶", "href", query.onPage(query.page() + 1).address());
        }
        html.end();
    }
}
