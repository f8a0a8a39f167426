package squall.fake;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Statement, as far as its answer depends on it.
 *
 * @param columns of the answer, as the statement names them; empty if the answer is a count of rows
 * @param parameters number of question marks
 * @param limit number of rows that a query asks for with LIMIT or FETCH FIRST
 * @param limitParameter the parameter that is the limit, from 1; 0: none
 * @param cells row that answers it, computed once
 * @param countColumn index of {@code count(*)} in it, which changes; -1: none
 */
record ParsedStatement(
        Verb verb,
        List<String> columns,
        int parameters,
        long limit,
        int limitParameter,
        List<Object> cells,
        int countColumn)
        implements PreparedQuery {
    /** Verb of a statement. */
    enum Verb {
        SELECT,
        INSERT,
        UPDATE,
        DELETE,
        TRUNCATE,
        DROP,
        OTHER;

        /** Returns whether the answer is a number of rows. */
        boolean changesRows() {
            return this == INSERT || this == UPDATE || this == DELETE;
        }

        static Verb of(String sql) {
            String word = sql.strip().split("\\W", 2)[0].toUpperCase(Locale.ROOT);
            return Arrays.stream(values())
                    .filter(verb -> verb.name().equals(word))
                    .findFirst()
                    .orElse(OTHER);
        }
    }

    private static final Pattern LIMITED =
            Pattern.compile("\\s(?:LIMIT|FETCH\\s+FIRST)\\s+(\\?|\\d{1,9})", Pattern.CASE_INSENSITIVE);

    static ParsedStatement of(String sql, DialsServer server) {
        Verb verb = Verb.of(sql);
        Matcher limited = LIMITED.matcher(sql);
        String given = verb == Verb.SELECT && limited.find() ? limited.group(1) : "1";
        int parameter = given.equals("?") ? questionMarks(sql.substring(0, limited.end())) : 0;
        long limit = parameter > 0 ? 1 : Long.parseLong(given);
        List<String> columns = verb == Verb.SELECT ? selected(sql) : List.of();
        List<Object> cells =
                columns.stream().map(column -> cell(column, server)).toList();
        return new ParsedStatement(verb, columns, questionMarks(sql), limit, parameter, cells, countColumn(columns));
    }

    private static List<String> selected(String sql) {
        List<String> columns = SelectListParser.columns(sql);
        return columns.equals(List.of("*")) ? DialsServer.COLUMNS : columns;
    }

    private static int questionMarks(String sql) {
        return (int) sql.chars().filter(c -> c == '?').count();
    }

    @Override
    public Bound bind() {
        return new Limited(this);
    }

    /** Binding of the one parameter that limits a scan. */
    private static final class Limited implements Bound {
        private final ParsedStatement query;
        private long limit;

        Limited(ParsedStatement query) {
            this.query = query;
            this.limit = query.limit();
        }

        @Override
        public void set(int index, long value) {
            if (index == query.limitParameter()) {
                limit = value;
            }
        }

        @Override
        public void set(int index, int[] values) {
            // no scan is limited by a list
        }

        @Override
        public long rows() {
            return limit;
        }

        @Override
        public PreparedQuery.SimulatedRows answer(DialsServer server) {
            return new PreparedQuery.SimulatedRows.SameRow(query.columns(), query.row(server.rows()), limit);
        }
    }

    /** Returns the row that answers the statement. @param rows current answer to {@code count(*)} */
    private List<Object> row(long rows) {
        if (countColumn < 0) {
            return cells;
        }
        var row = new ArrayList<>(cells);
        row.set(countColumn, rows);
        return row;
    }

    private static int countColumn(List<String> columns) {
        return IntStream.range(0, columns.size())
                .filter(i -> columns.get(i).regionMatches(true, 0, "count(", 0, "count(".length()))
                .findFirst()
                .orElse(-1);
    }

    private static Object cell(String column, DialsServer server) {
        if (column.equalsIgnoreCase("version()")) {
            return server.version();
        }
        return column.matches("\\d{1,9}") ? Long.valueOf(column) : DialsServer.VALUE;
    }

    /** Parser of the outermost select list. Knows brackets and commas, which is all that statements of TPC-C need. */
    static final class SelectListParser {
        private static final String SELECT = "SELECT";
        private static final String FROM = "FROM";

        private SelectListParser() {}

        /** Returns the names under which the columns can be read: the last word of each; {@code *} stands for any other. */
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

        /** Returns the position of a word outside all brackets, from there on; the end of the text if there is none. */
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
}
