package squall.report.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Script and style of a page, assembled from the program's resources, with the hashes by which the page allows them and nothing else. */
public record PageAssets(String script, String style) {
    private static final List<String> SCRIPTS = List.of(
            "data.js",
            "words.js",
            "view.js",
            "plot.js",
            "timeplot.js",
            "lines.js",
            "heat.js",
            "lanes.js",
            "outages.js",
            "curves.js",
            "tools.js",
            "page.js");

    /** @param last the scripts that draw, by their names */
    static PageAssets load(List<String> last) {
        return of(Stream.concat(SCRIPTS.stream(), last.stream()).toList(), List.of("page.css"));
    }

    /** Loads the assets of a page without charts, by their names. */
    public static PageAssets of(List<String> scripts, List<String> styles) {
        return new PageAssets("\"use strict\";\n" + joined(scripts), joined(styles));
    }

    private static String joined(List<String> names) {
        return names.stream().map(PageAssets::resource).collect(Collectors.joining("\n"));
    }

    /** Returns a page of the program, by its name, with this script and style. */
    public String page(String name) {
        return resource(name).replace("{style}", style).replace("{script}", script);
    }

    /**
     * Returns the content security policy: nothing may be fetched, and only the program's own script and style are allowed.
     *
     * @param more directives of what a page from a server may do in addition
     */
    public String policy(String more) {
        return "default-src 'none'; script-src '" + hash(script) + "'; style-src '" + hash(style)
                + "'; base-uri 'none'; " + more;
    }

    /**
     * Begins a page: its head, and its body, which the caller ends with the page.
     *
     * @param title of the tab
     * @param tag of one more element of the head, which has no end; its attributes follow
     */
    public MarkupWriter begin(String title, String tag, String... attributes) {
        return new MarkupWriter()
                .empty("!doctype html")
                .line()
                .begin("html", "lang", "en")
                .begin("head")
                .empty("meta", "charset", "utf-8")
                .empty(tag, attributes)
                .empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1")
                .leaf("title", title)
                .line()
                .own("style", style)
                .end()
                .line()
                .begin("body");
    }

    /** Begins a page that names its own content security policy. */
    MarkupWriter beginWithPolicy(String title, String policy) {
        return begin(title, "meta", "http-equiv", "Content-Security-Policy", "content", policy);
    }

    private static String hash(String content) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static String resource(String name) {
        try (InputStream in = PageAssets.class.getResourceAsStream("/squall/report/" + name)) {
            if (in == null) {
                throw new IllegalStateException("squall/report/" + name + " is missing from the program");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("squall/report/" + name + " cannot be read", e);
        }
    }
}
