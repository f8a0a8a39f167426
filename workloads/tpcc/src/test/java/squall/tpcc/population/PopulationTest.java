package squall.tpcc.population;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.LocalDateTime;
import java.util.HashSet;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import squall.tpcc.loading.CopyText;
import squall.tpcc.schema.TpccColumn;
import squall.tpcc.schema.TpccTable;

/** Test of the rules of clause 4.3.3.1, one by one. */
class PopulationTest {
    private static final LocalDateTime NOON = LocalDateTime.of(2026, 11, 21, 12, 0);
    private static final Population POPULATION = new Population(42, NOON);
    private static final int HOME = 3;

    @ParameterizedTest
    @EnumSource
    void every_table_has_as_many_rows_as_it_says(TpccTable table) {
        assertThat(sheet(table).rows()).hasSize(POPULATION.count(table, HOME));
    }

    @ParameterizedTest
    @EnumSource
    void every_text_fits_its_column(TpccTable table) {
        Sheet sheet = sheet(table);
        for (TpccColumn column : table.columns()) {
            switch (column.type()) {
                case TpccColumn.Type.Fixed(int length) ->
                    assertThat(sheet.column(column.name())).allMatch(text -> text.length() == length);
                case TpccColumn.Type.Text(int limit) ->
                    assertThat(sheet.column(column.name())).allMatch(text -> text.length() <= limit);
                case TpccColumn.Type.Whole unused ->
                    assertThat(sheet.column(column.name())).allMatch(text -> text.matches("[0-9]+|null"));
                case TpccColumn.Type.Decimal(int unused, int scale) ->
                    assertThat(sheet.column(column.name()))
                            .allMatch(text -> text.matches("-?[0-9]+\\.[0-9]{" + scale + "}"));
                case TpccColumn.Type.Moment unused ->
                    assertThat(new HashSet<>(sheet.column(column.name()))).isSubsetOf(NOON.toString(), "null");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void keys_are_unique_and_in_order(TpccTable table) {
        List<List<String>> keys = sheet(table).rows().stream()
                .map(row -> row.subList(0, table.key().size()))
                .distinct()
                .toList();
        assertThat(keys).hasSize(table.key().isEmpty() ? 1 : POPULATION.count(table, HOME));
    }

    @ParameterizedTest
    @EnumSource
    void the_same_seed_gives_the_same_rows(TpccTable table) {
        assertThat(digest(POPULATION, table)).isEqualTo(digest(new Population(42, NOON), table));
    }

    @ParameterizedTest
    @EnumSource(
            names = {"NEW_ORDER"},
            mode = EnumSource.Mode.EXCLUDE)
    void another_seed_gives_other_rows(TpccTable table) {
        assertThat(digest(POPULATION, table)).isNotEqualTo(digest(new Population(43, NOON), table));
    }

    @Test
    void warehouses_differ() {
        assertThat(sheet(TpccTable.STOCK).column("s_data"))
                .isNotEqualTo(Sheet.of(POPULATION, TpccTable.STOCK, HOME + 1).column("s_data"));
    }

    @Test
    void ten_of_a_hundred_items_and_stocks_are_original() {
        assertThat(percent(sheet(TpccTable.ITEM).column("i_data"), "ORIGINAL")).isCloseTo(10, within(0.5));
        assertThat(percent(sheet(TpccTable.STOCK).column("s_data"), "ORIGINAL")).isCloseTo(10, within(0.5));
    }

    @Test
    void ten_of_a_hundred_customers_have_bad_credit() {
        List<String> credit = sheet(TpccTable.CUSTOMER).column("c_credit");
        assertThat(percent(credit, "BC")).isCloseTo(10, within(0.7));
        assertThat(new HashSet<>(credit)).containsExactlyInAnyOrder("GC", "BC");
    }

    @Test
    void lengths_reach_both_ends_of_their_ranges() {
        assertThat(lengths(sheet(TpccTable.ITEM), "i_name")).isEqualTo(range(14, 24));
        assertThat(lengths(sheet(TpccTable.ITEM), "i_data")).isEqualTo(range(26, 50));
        assertThat(lengths(sheet(TpccTable.STOCK), "s_data")).isEqualTo(range(26, 50));
        assertThat(lengths(sheet(TpccTable.CUSTOMER), "c_first")).isEqualTo(range(8, 16));
        assertThat(lengths(sheet(TpccTable.CUSTOMER), "c_street_2")).isEqualTo(range(10, 20));
        assertThat(lengths(sheet(TpccTable.CUSTOMER), "c_data")).isEqualTo(range(300, 500));
        assertThat(lengths(sheet(TpccTable.HISTORY), "h_data")).isEqualTo(range(12, 24));
    }

    @Test
    void numbers_reach_both_ends_of_their_ranges() {
        assertThat(sheet(TpccTable.STOCK).numbers("s_quantity").distinct().sorted())
                .containsExactlyElementsOf(range(10, 100));
        assertThat(sheet(TpccTable.OORDER).numbers("o_ol_cnt").distinct().sorted())
                .containsExactlyElementsOf(range(5, 15));
        assertThat(ends(sheet(TpccTable.ITEM), "i_im_id")).isEqualTo(List.of(1, 10_000));
        assertThat(ends(sheet(TpccTable.ITEM), "i_price")).isEqualTo(List.of(100, 10_000));
        assertThat(ends(sheet(TpccTable.CUSTOMER), "c_discount")).isEqualTo(List.of(0, 5_000));
    }

    @Test
    void a_zip_code_ends_in_five_ones() {
        assertThat(sheet(TpccTable.CUSTOMER).column("c_zip")).allMatch(zip -> zip.matches("[0-9]{4}11111"));
        assertThat(sheet(TpccTable.DISTRICT).column("d_zip")).allMatch(zip -> zip.matches("[0-9]{4}11111"));
        assertThat(sheet(TpccTable.WAREHOUSE).column("w_zip")).allMatch(zip -> zip.matches("[0-9]{4}11111"));
    }

    @Test
    void the_first_thousand_customers_of_a_district_have_all_the_last_names() {
        List<String> names = sheet(TpccTable.CUSTOMER).column("c_last");
        List<String> all = IntStream.range(0, 1_000).mapToObj(LastNames::of).toList();
        for (int district = 0; district < 10; district++) {
            assertThat(names.subList(district * 3_000, district * 3_000 + 1_000))
                    .isEqualTo(all);
        }
    }

    @Test
    void money_begins_as_the_conditions_want_it() {
        assertThat(new HashSet<>(sheet(TpccTable.CUSTOMER).column("c_balance"))).containsExactly("-10.00");
        assertThat(new HashSet<>(sheet(TpccTable.CUSTOMER).column("c_ytd_payment")))
                .containsExactly("10.00");
        assertThat(new HashSet<>(sheet(TpccTable.HISTORY).column("h_amount"))).containsExactly("10.00");
        assertThat(sheet(TpccTable.WAREHOUSE).column("w_ytd")).containsExactly("300000.00");
        assertThat(new HashSet<>(sheet(TpccTable.DISTRICT).column("d_ytd"))).containsExactly("30000.00");
    }

    @Test
    void each_customer_of_a_district_has_ordered_once_in_no_order() {
        List<Integer> customers =
                sheet(TpccTable.OORDER).numbers("o_c_id").boxed().toList();
        for (int district = 0; district < 10; district++) {
            List<Integer> those = customers.subList(district * 3_000, (district + 1) * 3_000);
            assertThat(those).isNotEqualTo(range(1, 3_000));
            assertThat(those.stream().sorted().toList()).isEqualTo(range(1, 3_000));
        }
        assertThat(customers.subList(0, 3_000)).isNotEqualTo(customers.subList(3_000, 6_000));
    }

    @Test
    void orders_and_lines_agree() {
        Map<List<String>, Long> lines =
                sheet(TpccTable.ORDER_LINE).rows().stream().collect(groupingBy(row -> row.subList(0, 3), counting()));
        for (List<String> order : sheet(TpccTable.OORDER).rows()) {
            assertThat(lines.get(order.subList(0, 3))).isEqualTo(Long.parseLong(order.get(5)));
        }
    }

    @Test
    void the_last_900_orders_of_a_district_are_pending() {
        assertThat(sheet(TpccTable.OORDER).rows())
                .allMatch(order -> order.get(4).equals("null") == Integer.parseInt(order.get(2)) > 2_100);
        assertThat(sheet(TpccTable.ORDER_LINE).rows())
                .allMatch(line -> line.get(5).equals("null") == Integer.parseInt(line.get(2)) > 2_100)
                .allMatch(line -> line.get(6).equals("0.00") == Integer.parseInt(line.get(2)) <= 2_100);
        assertThat(sheet(TpccTable.NEW_ORDER).rows())
                .isEqualTo(sheet(TpccTable.OORDER).rows().stream()
                        .filter(order -> order.get(4).equals("null"))
                        .map(order -> order.subList(0, 3))
                        .toList());
    }

    @Test
    void letters_are_drawn_evenly() {
        Map<Integer, Long> counts = sheet(TpccTable.STOCK).column("s_dist_01").stream()
                .flatMapToInt(String::chars)
                .boxed()
                .collect(groupingBy(letter -> letter, counting()));
        assertThat(counts).hasSize(62);
        // 61 degrees of freedom: above 112 once in 10,000 seeds, and this seed is fixed.
        assertThat(chiSquare(counts, 2_400_000)).isLessThan(112);
    }

    private static double chiSquare(Map<Integer, Long> counts, double draws) {
        double expected = draws / counts.size();
        return counts.values().stream()
                .mapToDouble(count -> (count - expected) * (count - expected) / expected)
                .sum();
    }

    private static Sheet sheet(TpccTable table) {
        return Sheet.of(POPULATION, table, HOME);
    }

    private static long digest(Population population, TpccTable table) {
        CRC32C digest = new CRC32C();
        CopyText text = new CopyText(1 << 10);
        Population.TableRows rows = population.rows(table, HOME);
        while (rows.next(text)) {
            digest.update(text.bytes(), 0, text.size());
            text.clear();
        }
        return digest.getValue();
    }

    private static double percent(List<String> values, String part) {
        return 100.0 * values.stream().filter(value -> value.contains(part)).count() / values.size();
    }

    private static List<Integer> lengths(Sheet sheet, String column) {
        return sheet.column(column).stream()
                .map(String::length)
                .distinct()
                .sorted()
                .toList();
    }

    /** Returns the smallest and the largest value, without their decimal points. */
    private static List<Integer> ends(Sheet sheet, String column) {
        IntSummaryStatistics numbers = sheet.column(column).stream()
                .mapToInt(value -> Integer.parseInt(value.replace(".", "")))
                .summaryStatistics();
        return List.of(numbers.getMin(), numbers.getMax());
    }

    private static List<Integer> range(int low, int high) {
        return IntStream.rangeClosed(low, high).boxed().toList();
    }
}
