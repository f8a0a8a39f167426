package squall.report.html;

import java.util.ArrayDeque;
import java.util.Deque;

/** Writer of HTML or XML. Text and values of attributes are escaped, so that data can inject no markup. Used by one thread. */
public final class MarkupWriter {
    /** Replacement of control characters, and of the two last ones, which XML cannot contain even if they are escaped. */
    private static final char REPLACEMENT = '\uFFFD';

    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /** @param attributes names and values in turn; one with an empty name is left out */
    public MarkupWriter begin(String tag, String... attributes) {
        start(tag, attributes);
        open.push(tag);
        return this;
    }

    public MarkupWriter end() {
        out.append("</").append(open.pop()).append('>');
        return this;
    }

    /** Writes a whole element with nothing but text in it. */
    public MarkupWriter leaf(String tag, String text, String... attributes) {
        return begin(tag, attributes).text(text).end();
    }

    /** Writes an element that has no end. */
    public MarkupWriter empty(String tag, String... attributes) {
        start(tag, attributes);
        return this;
    }

    public MarkupWriter text(String text) {
        for (int i = 0; i < text.length(); i++) {
            escaped(text.charAt(i));
        }
        return this;
    }

    /** Writes a line break of the source, invisible on the page. */
    public MarkupWriter line() {
        out.append('\n');
        return this;
    }

    /** Writes trusted content without escaping: scripts and styles of the program itself. */
    public MarkupWriter own(String tag, String content, String... attributes) {
        start(tag, attributes);
        out.append(content).append("</").append(tag).append('>');
        return this;
    }

    public String page() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("not ended: " + open);
        }
        return out.toString();
    }

    private void start(String tag, String... attributes) {
        out.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            if (!attributes[i].isEmpty()) {
                out.append(' ').append(attributes[i]).append("=\"");
                text(attributes[i + 1]);
                out.append('"');
            }
        }
        out.append('>');
    }

    private void escaped(char c) {
        switch (c) {
            case '&' -> out.append("&amp;");
            case '<' -> out.append("&lt;");
            case '>' -> out.append("&gt;");
            case '"' -> out.append("&quot;");
            case '\'' -> out.append("&#39;");
            case '\t', '\n', '\r' -> out.append(c);
            default -> out.append(c < ' ' || c > REPLACEMENT ? REPLACEMENT : c);
        }
    }
}
