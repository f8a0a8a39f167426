package squall.bench.dials;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads what the outermost SELECT of a statement selects. Knows brackets and commas, which is all that statements of TPC-C need. */
final class Selected {
    private static final String SELECT = "SELECT";
    private static final String FROM = "FROM";

    private Selected() {}

    /** The names under which the columns can be asked for: the last word of each; {@code *} for whatever else there is. */
    static List<String> columns(String sql) {
        int from = outermost(sql, SELECT, 0) + SELECT.length();
        int to = outermost(sql, FROM, from);
        List<String> columns = new ArrayList<>();
        int begun = from;
        for (int at = next(sql, ',', begun, to); at < to; at = next(sql, ',', begun, to)) {
            columns.add(name(sql.substring(begun, at)));
            begun = at + 1;
        }
        columns.add(name(sql.substring(begun, to)));
        return List.copyOf(columns);
    }

    /** Where a word stands outside all brackets, from there on; the end of the text if nowhere. */
    private static int outermost(String sql, String word, int from) {
        String text = sql.toUpperCase(Locale.ROOT);
        int depth = 0;
        for (int at = from; at < text.length(); at++) {
            depth += depth(text.charAt(at));
            if (depth == 0 && text.startsWith(word, at) && isAlone(text, at, at + word.length())) {
                return at;
            }
        }
        return text.length();
    }

    private static int next(String sql, char sign, int from, int to) {
        int depth = 0;
        for (int at = from; at < to; at++) {
            depth += depth(sql.charAt(at));
            if (depth == 0 && sql.charAt(at) == sign) {
                return at;
            }
        }
        return to;
    }

    private static int depth(char sign) {
        return sign == '(' ? 1 : sign == ')' ? -1 : 0;
    }

    private static boolean isAlone(String text, int from, int to) {
        return (from == 0 || !Character.isJavaIdentifierPart(text.charAt(from - 1)))
                && (to == text.length() || !Character.isJavaIdentifierPart(text.charAt(to)));
    }

    private static String name(String column) {
        String[] words = column.strip().split("[\\s.]+", -1);
        return words[words.length - 1];
    }
}
