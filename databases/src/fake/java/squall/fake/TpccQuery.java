package squall.fake;

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
        List<String> columns = ParsedStatement.SelectListParser.columns(sql);
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
        return new BoundQuery(this);
    }

    private boolean has(Meaning meaning) {
        return meanings.contains(meaning);
    }

    /** Statement with its parameters. */
    private static final class BoundQuery implements Bound {
        private final TpccQuery query;
        private final long[] numbers;
        private final List<int[]> lists = new ArrayList<>();

        BoundQuery(TpccQuery query) {
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
                return (numbers[1] - numbers[0] + 1) * DialsServer.DISTRICTS;
            }
            return query.has(Meaning.LINE) ? LINES : 1;
        }

        @Override
        public PreparedQuery.SimulatedRows answer(DialsServer server) {
            long[] given = Arrays.copyOfRange(numbers, lists.size(), lists.size() + 2);
            long order = query.has(Meaning.ORDER) && !lists.isEmpty() ? server.takeOrder(given[0], given[1]) : 0;
            return new QueryAnswer(query, server, rows(), given[0], order);
        }
    }

    /** Answer to a query. @param warehouse of the first row @param order number of the order placed; 0: none */
    private record QueryAnswer(TpccQuery query, DialsServer server, long rows, long warehouse, long order)
            implements PreparedQuery.SimulatedRows {
        @Override
        public List<String> columns() {
            return query.columns();
        }

        @Override
        public Object cell(long row, int column) {
            return switch (query.meanings().get(column)) {
                case WAREHOUSE -> warehouse + row / DialsServer.DISTRICTS;
                case DISTRICT -> 1 + row % DialsServer.DISTRICTS;
                case NEXT_ORDER ->
                    (long) server.nextOrder(warehouse + row / DialsServer.DISTRICTS, 1 + row % DialsServer.DISTRICTS);
                case ORDER -> order;
                case LINE -> row + 1;
                case WAREHOUSES -> (long) server.warehouses();
                case ONE -> 1L;
                case TEN -> 10L;
            };
        }
    }
}
