package squall.ycsb.shell;

import java.util.ArrayList;
import java.util.List;

/** Splits a line of the shell into words at blanks; quotes of either kind keep blanks, a backslash keeps the next character. */
final class Words {
    private final String line;
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean inWord;
    private int at;

    private Words(String line) {
        this.line = line;
    }

    /** @throws IllegalArgumentException if a quote is not closed, or a backslash ends the line */
    static List<String> of(String line) {
        Words words = new Words(line);
        while (words.at < line.length()) {
            words.next();
        }
        words.end();
        return words.words;
    }

    private void next() {
        char c = line.charAt(at++);
        switch (c) {
            case ' ', '\t' -> end();
            case '"', '\'' -> quoted(c);
            case '\\' -> add(escaped());
            default -> add(c);
        }
    }

    private void quoted(char quote) {
        int from = at;
        inWord = true; // an empty pair of quotes is a word too
        while (at < line.length()) {
            char c = line.charAt(at++);
            if (c == quote) {
                return;
            }
            add(c == '\\' && quote == '"' ? escaped() : c);
        }
        throw new IllegalArgumentException("the quote " + quote + " at column " + from + " is not closed");
    }

    private char escaped() {
        if (at == line.length()) {
            throw new IllegalArgumentException("a backslash needs a character after it");
        }
        return line.charAt(at++);
    }

    private void add(char c) {
        inWord = true;
        word.append(c);
    }

    private void end() {
        if (inWord) {
            words.add(word.toString());
            word.setLength(0);
            inWord = false;
        }
    }
}
