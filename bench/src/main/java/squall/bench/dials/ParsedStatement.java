package squall.bench.dials;

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
 * @param limit number of rows that a query asks for: the text after LIMIT or FETCH FIRST, {@code ?} being the parameter
 *     {@code limitParameter}
 * @param limitParameter from 1; 0: none
 * @param cells row that answers it, computed once
 * @param countColumn index of {@code count(*)} in it, which changes; -1: none
 */
record ParsedStatement(
        Verb verb,
        List<String> columns,
        int parameters,
        String limit,
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

    private static final Pattern SELECTED =
            Pattern.compile("\\s*SELECT\\s+(.+?)(?:\\s+FROM\\s.*)?", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    private static final Pattern LIMITED =
            Pattern.compile("\\s(?:LIMIT|FETCH\\s+FIRST)\\s+(\\?|\\d{1,9})", Pattern.CASE_INSENSITIVE);

    private static final int NONE = -1;

    static ParsedStatement of(String sql, Dials dials) {
        Verb verb = Verb.of(sql);
        Matcher limited = LIMITED.matcher(sql);
        boolean has = verb == Verb.SELECT && limited.find();
        String limit = has ? limited.group(1) : "1";
        int parameter = limit.equals("?") ? questionMarks(sql.substring(0, limited.end())) : 0;
        List<String> columns = verb == Verb.SELECT ? selected(sql, dials.table()) : List.of();
        List<Object> cells = columns.stream().map(column -> cell(column, dials)).toList();
        return new ParsedStatement(verb, columns, questionMarks(sql), limit, parameter, cells, countColumn(columns));
    }

    private static List<String> selected(String sql, Dials.SyntheticTable table) {
        Matcher selected = SELECTED.matcher(sql);
        if (!selected.matches()) {
            return List.of("?column?");
        }
        return selected.group(1).equals("*")
                ? table.columns()
                : Arrays.stream(selected.group(1).split(",", -1))
                        .map(String::strip)
                        .toList();
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
            this.limit = query.limitParameter() > 0 ? 1 : Long.parseLong(query.limit());
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
        return countColumn < 0 ? cells : with(rows);
    }

    private List<Object> with(long rows) {
        var row = new ArrayList<>(cells);
        row.set(countColumn, rows);
        return row;
    }

    private static int countColumn(List<String> columns) {
        return IntStream.range(0, columns.size())
                .filter(i -> columns.get(i).regionMatches(true, 0, "count(", 0, "count(".length()))
                .findFirst()
                .orElse(NONE);
    }

    private static Object cell(String column, Dials dials) {
        if (column.equalsIgnoreCase("version()")) {
            return dials.version();
        }
        return column.matches("\\d{1,9}") ? Long.valueOf(column) : dials.table().value();
    }
}
