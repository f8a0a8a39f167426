package squall.report.browse;

import java.util.List;
import squall.report.html.MarkupWriter;
import squall.report.html.PageAssets;

/** Page of the runs of a folder, which its script draws from {@code runs.json}; and page that says why something is not shown. */
public final class RunListPage {
    /** Separator of the names of the runs of a group. */
    public static final String BETWEEN = "/";

    private static final PageAssets ASSETS =
            PageAssets.of(List.of("words.js", "stream.js", "list.js"), List.of("page.css", "list.css"));
    private static final String POLICY = ASSETS.policy("img-src 'self' data:; connect-src 'self'; form-action 'self'");
    private static final String LIST = ASSETS.page("list.html");

    private RunListPage() {}

    /** Returns the page of the list; the same for every folder. */
    public static String list() {
        return LIST;
    }

    /** Writes a page that explains why something is not shown. */
    public static String message(String title, String message) {
        MarkupWriter html = ASSETS.begin(title, "link", "rel", "icon", "href", "data:,");
        html.begin("header").leaf("h1", title).end();
        html.begin("main").leaf("p", message, "class", "words");
        html.begin("p").leaf("a", "All runs", "href", "/").end();
        return html.end().end().end().line().page();
    }

    /** Returns the content security policy of both pages. */
    public static String policy() {
        return POLICY;
    }
}
