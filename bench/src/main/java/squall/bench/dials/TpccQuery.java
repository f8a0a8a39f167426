package squall.bench.dials;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Query of TPC-C, answered in shape: right numbers of orders, warehouses, districts and lines, and a ten for each value that does not
 * decide what the client does next. However a client words it, its last SELECT names the columns.
 *
 * <p>A New-Order is recognized by its lists of numbers, one entry a line; its first two single numbers are warehouse and district.
 */
record TpccQuery(List<String> columns, List<Meaning> meanings, int parameters) implements PreparedQuery {
    /** Meaning of a column, which determines its value. */
    enum Meaning {
        WAREHOUSE,
        DISTRICT,
        NEXT_ORDER,
        ORDER,
        LINE,
        WAREHOUSES,
        ONE,
        TEN;

        static Meaning of(String column) {
            return switch (column.toLowerCase(Locale.ROOT)) {
                case "d_w_id" -> WAREHOUSE;
                case "d_id" -> DISTRICT;
                case "d_next_o_id" -> NEXT_ORDER;
                case "order_id" -> ORDER;
                case "number", "ol_number" -> LINE;
                case "max(w_id)" -> WAREHOUSES;
                case "min(w_id)" -> ONE;
                default -> TEN;
            };
        }
    }

    /** Number of rows of all other queries that return lines. */
    private static final int LINES = 10;

    /** Number one above those of the items, which 1 % of orders ask for (2.4.1.5). */
    private static final int UNUSED_ITEM = 100_001;

    private static final Pattern TABLES = Pattern.compile(
            "\\b(warehouse|district|customer|history|item|stock|oorder|new_order|order_line)\\b",
            Pattern.CASE_INSENSITIVE);

    /** Returns whether a statement is about the tables of TPC-C. */
    static boolean asks(String sql) {
        return sql.strip().matches("(?is)(SELECT|WITH)\\b.*")
                && TABLES.matcher(sql).find();
    }

    static TpccQuery of(String sql) {
        List<String> columns = SelectListParser.columns(sql);
        boolean census = columns.contains("max(w_id)");
        List<Meaning> meanings = columns.stream()
                .map(column -> census && column.equals("count(*)") ? Meaning.WAREHOUSES : Meaning.of(column))
                .toList();
        return new TpccQuery(
                columns, meanings, (int) sql.chars().filter(c -> c == '?').count());
    }

    @Override
    public ParsedStatement.Verb verb() {
        return ParsedStatement.Verb.SELECT;
    }

    @Override
    public Bound bind() {
        return new Asked(this);
    }

    private boolean has(Meaning meaning) {
        return meanings.contains(meaning);
    }

    /** Statement with its parameters. */
    private static final class Asked implements Bound {
        private final TpccQuery query;
        private final long[] numbers;
        private final List<int[]> lists = new ArrayList<>();

        Asked(TpccQuery query) {
            this.query = query;
            this.numbers = new long[query.parameters()];
        }

        @Override
        public void set(int index, long value) {
            numbers[index - 1] = value;
        }

        @Override
        public void set(int index, int[] values) {
            if (index == 1) {
                lists.clear();
            }
            lists.add(values);
        }

        @Override
        public long rows() {
            if (!lists.isEmpty()) {
                return IntStream.range(0, lists.getFirst().length)
                        .filter(line -> lists.stream().noneMatch(list -> list[line] == UNUSED_ITEM))
                        .count();
            }
            if (query.has(Meaning.NEXT_ORDER)) {
                return (numbers[1] - numbers[0] + 1) * DialsServer.TpccServerState.DISTRICTS;
            }
            return query.has(Meaning.LINE) ? LINES : 1;
        }

        @Override
        public PreparedQuery.SimulatedRows answer(DialsServer server) {
            long[] given = Arrays.copyOfRange(numbers, lists.size(), lists.size() + 2);
            long order =
                    query.has(Meaning.ORDER) && !lists.isEmpty() ? server.shop().number(given[0], given[1]) : 0;
            return new Told(query, server.shop(), rows(), given[0], order);
        }
    }

    /** Answer to a query. @param warehouse of the first row @param order number of the order placed; 0: none */
    private record Told(TpccQuery query, DialsServer.TpccServerState shop, long rows, long warehouse, long order)
            implements PreparedQuery.SimulatedRows {
        @Override
        public List<String> columns() {
            return query.columns();
        }

        @Override
        public Object cell(long row, int column) {
            return switch (query.meanings().get(column)) {
                case WAREHOUSE -> warehouse + row / DialsServer.TpccServerState.DISTRICTS;
                case DISTRICT -> 1 + row % DialsServer.TpccServerState.DISTRICTS;
                case NEXT_ORDER ->
                    (long) shop.next(
                            warehouse + row / DialsServer.TpccServerState.DISTRICTS,
                            1 + row % DialsServer.TpccServerState.DISTRICTS);
                case ORDER -> order;
                case LINE -> row + 1;
                case WAREHOUSES -> (long) shop.warehouses();
                case ONE -> 1L;
                case TEN -> 10L;
            };
        }
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
