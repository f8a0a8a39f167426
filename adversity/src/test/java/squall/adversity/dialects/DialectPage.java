package squall.adversity.dialects;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** docs/dialects.md: rows of a statement, who sends it, and a source for each of the two databases, or a dash where it is not sent. */
record DialectPage(List<Row> rows, Map<String, String> sources) {
    static final Path PATH = Path.of("..", "docs", "dialects.md");

    private static final String NOT_SENT = "–";
    private static final String SOMETIMES = "; not in every run";
    private static final Pattern ROW = Pattern.compile("\\| `` (.*?) `` \\| (.*?) \\| (.*?) \\| (.*?) \\|");
    private static final Pattern SOURCE = Pattern.compile("\\| ([CYP]\\d+) \\| (.*?) \\| (.*?) \\|");

    /** @param cockroach the sources' numbers, separated by commas */
    record Row(String statement, String senders, String cockroach, String yugabyte) {
        String cell(DialectTranslation dialect) {
            return switch (dialect) {
                case COCKROACHDB -> cockroach;
                case YUGABYTEDB -> yugabyte;
            };
        }

        boolean sentTo(DialectTranslation dialect) {
            return !cell(dialect).equals(NOT_SENT);
        }
    }

    static DialectPage read() throws IOException {
        List<Row> rows = new ArrayList<>();
        Map<String, String> sources = new TreeMap<>();
        for (String line : Files.readAllLines(PATH)) {
            Matcher row = ROW.matcher(line);
            Matcher source = SOURCE.matcher(line);
            if (row.matches()) {
                rows.add(new Row(row.group(1).replace("\\|", "|"), row.group(2), row.group(3), row.group(4)));
            } else if (source.matches()) {
                sources.put(source.group(1), source.group(2));
            }
        }
        return new DialectPage(rows, sources);
    }

    /** Returns a line of the table, for the author of a new statement. */
    static String line(String statement, List<String> senders) {
        return "| `` " + statement.replace("|", "\\|") + " `` | " + String.join(", ", senders) + " | ";
    }

    /** @param always only those that every run sends */
    List<String> statements(DialectTranslation dialect, boolean always) {
        return rows.stream()
                .filter(row -> row.sentTo(dialect) && !(always && row.senders().endsWith(SOMETIMES)))
                .map(Row::statement)
                .sorted()
                .toList();
    }
}
