package squall.results;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Lines of comma separated values (RFC 4180), and numbers in one form whatever the locale. */
public final class Csv {
    private Csv() {}

    public static String line(Object... cells) {
        return Stream.of(cells).map(cell -> quoted(cell.toString())).collect(Collectors.joining(","));
    }

    /** Cells of one line; a quoted cell may hold commas, but line breaks were taken out by {@link #line}. */
    static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"' && quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                cell.append('"');
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                cells.add(cell.toString());
                cell.setLength(0);
            } else {
                cell.append(c);
            }
        }
        cells.add(cell.toString());
        return cells;
    }

    /** Microseconds as milliseconds with all their digits: exact, and without floating point. */
    static String milliseconds(long microseconds) {
        return String.format(Locale.ROOT, "%d.%03d", microseconds / 1000, microseconds % 1000);
    }

    static String decimal(double number) {
        return String.format(Locale.ROOT, "%.3f", number);
    }

    private static String quoted(String cell) {
        if (cell.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')) {
            return cell;
        }
        return '"' + cell.replaceAll("\\R", " ").replace("\"", "\"\"") + '"';
    }
}
