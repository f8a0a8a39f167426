package squall.system;

import java.util.ArrayList;
import java.util.List;

/**
 * Screen of one output stream, and what it can show.
 *
 * @param live whether a person watches it: a terminal that understands cursor movements
 * @param color whether to use colours
 * @param unicode whether characters beyond ASCII are displayed correctly
 * @param columns characters in a line, between 20 and 100: nothing is ever printed wider
 */
public record OutputScreen(boolean live, boolean color, boolean unicode, int columns) {
    /** Maximum length of a line of a table or summary, however wide the window. */
    public static final int WIDEST = 100;

    private static final int NARROWEST = 20;

    public OutputScreen {
        if (columns < NARROWEST || columns > WIDEST) {
            throw new IllegalArgumentException("columns must be in [" + NARROWEST + ", " + WIDEST + "]: " + columns);
        }
    }

    /** Fits a window's width to what a screen may have. */
    public static int within(int columns) {
        return Math.clamp(columns, NARROWEST, WIDEST);
    }

    public String tick() {
        return unicode ? "✓" : "ok";
    }

    public String cross() {
        return unicode ? "✗" : "FAIL";
    }

    /** Returns the sign in place of a tick or a cross where nothing was judged. */
    public String dash() {
        return unicode ? "–" : "-";
    }

    public String ellipsis() {
        return unicode ? "…" : "...";
    }

    /** Returns the text, cut with an ellipsis if it is wider than the screen. */
    public String fit(String line) {
        return line.length() <= columns
                ? line
                : line.substring(0, columns - ellipsis().length()) + ellipsis();
    }

    /** Wraps a line between words; the lines after the first are indented. */
    public List<String> wrap(String line) {
        List<String> lines = new ArrayList<>();
        StringBuilder current = new StringBuilder();
        for (String word : line.split(" ", -1)) {
            if (!current.toString().isBlank() && current.length() + 1 + word.length() > columns) {
                lines.add(fit(current.toString()));
                current.setLength(0);
                current.append("   ");
            }
            current.append(current.isEmpty() ? "" : " ").append(word);
        }
        lines.add(fit(current.toString()));
        return List.copyOf(lines);
    }

    public String red(String text) {
        return painted("31", text);
    }

    public String green(String text) {
        return painted("32", text);
    }

    public String dim(String text) {
        return painted("2", text);
    }

    private String painted(String code, String text) {
        return color ? "\033[" + code + "m" + text + "\033[0m" : text;
    }
}
