package squall.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import squall.report.format.TableFormat;
import squall.report.table.PublishedFigures.PublishedTable;
import squall.table.Table;
import squall.table.TableCell;

/** Every table is read; what one figure says of another is computed, so that a slip in the data is found. */
class PublishedFiguresTest {
    private static final PublishedFigures FIGURES = PublishedFigures.load();

    @ParameterizedTest
    @CsvSource({
        "ycsb-setup, 8",
        "ycsb-commands, 3",
        "ycsb-load-time, 3",
        "ycsb-load-rate, 5",
        "ycsb-data-size, 3",
        "ycsb-disk-balance, 12",
        "ycsb-sstables, 4",
        "ycsb-workload-c, 2",
        "ycsb-size-effect, 2",
        "ycsb-claims, 5",
        "paper-setup, 10",
        "paper-commands, 2",
        "paper-results, 17",
        "paper-claims, 8",
        "overview-tpcc-140k, 2",
        "overview-kv95, 5",
        "overview-sysbench, 2",
        "overview-single-row, 2",
        "thesis-sizes, 7",
        "thesis-stress-plan, 3",
        "thesis-rebalance-3-6, 16",
        "thesis-rebalance-6-9, 10",
        "thesis-stress, 25",
        "thesis-scale-up, 24",
        "thesis-scale-out, 24",
        "thesis-version-swap, 2",
        "thesis-row-check, 5",
        "thesis-commands, 3",
        "thesis-literature-mixes, 3",
        "guide-setup, 12",
        "guide-phases, 7",
        "guide-baseline, 8",
        "guide-operations, 32",
        "guide-faults, 78",
    })
    void every_published_table_is_read_whole(String name, int rows) {
        PublishedTable table = table(name);

        assertThat(table.rows()).hasSize(rows);
        assertThat(table.columns())
                .extracting(Table.Column::name)
                .doesNotHaveDuplicates()
                .doesNotContain("");
        assertThat(table.document()).matches(".+ \\(.+\\)");
        assertThat(table.caveats()).isNotEmpty().doesNotContain("");
    }

    @Test
    void no_table_is_published_that_this_test_does_not_know() {
        assertThat(FIGURES.tables()).hasSize(34);
        assertThat(new HashSet<>(FIGURES.names())).hasSize(34);
    }

    @ParameterizedTest
    @EnumSource(
            value = TableFormat.class,
            names = {"CSV"},
            mode = EnumSource.Mode.EXCLUDE)
    void no_form_for_people_prints_a_table_without_its_first_caveat(TableFormat form) {
        for (PublishedTable table : FIGURES.tables()) {
            String firstWords = table.caveats().getFirst().split("[\"<>&]", 2)[0];
            String start = firstWords.substring(0, Math.min(20, firstWords.length()));
            assertThat(String.join("\n", form.lines(List.of(table.table()))))
                    .describedAs(table.name())
                    .contains(start);
        }
    }

    @Test
    void figures_in_flight_are_throughput_times_latency() {
        for (Map<String, TableCell> row : table("paper-results").byColumn()) {
            if (cell(row, "in_flight").value() instanceof TableCell.Figure(BigDecimal inFlight)) {
                BigDecimal product =
                        figure(row, "ops_s").multiply(figure(row, "avg_ms")).movePointLeft(3);
                assertThat(product.setScale(1, RoundingMode.HALF_UP)).isEqualTo(inFlight);
            }
        }
    }

    /** Checks the bound of a closed loop, which has no more operations in flight than threads; 5 % may be rounding. */
    @Test
    void three_published_rows_cannot_be_and_their_table_says_so() {
        PublishedTable results = table("paper-results");

        assertThat(results.byColumn().stream()
                        .filter(row -> cell(row, "in_flight").number().orElse(0)
                                > 1.05 * figure(row, "threads").doubleValue())
                        .map(row -> cell(row, "experiment").text() + " on "
                                + cell(row, "system").text()))
                .containsExactly(
                        "pure queries on cockroachdb", "index reads on yugabytedb", "transactions on yugabytedb")
                .allSatisfy(row -> assertThat(results.caveats().getFirst()).contains(row));
    }

    @Test
    void lengths_of_loads_are_the_printed_ones_in_seconds() {
        Pattern printed = Pattern.compile("(\\d+)h (\\d+)m (\\d+)s");
        for (Map<String, TableCell> row : table("ycsb-load-time").byColumn()) {
            MatchResult time = printed.matcher(cell(row, "time").text())
                    .results()
                    .findFirst()
                    .orElseThrow();
            int seconds = Integer.parseInt(time.group(1)) * 3600
                    + Integer.parseInt(time.group(2)) * 60
                    + Integer.parseInt(time.group(3));
            assertThat(figure(row, "seconds")).isEqualByComparingTo(BigDecimal.valueOf(seconds));
        }
    }

    /** Expects one misprint: one row has 95.0 where its own figures give 94.9, and its table says so. */
    @ParameterizedTest
    @CsvSource({"thesis-stress, ''", "thesis-scale-up, 3660 of 300", "thesis-scale-out, ''"})
    void efficiencies_are_of_the_ceiling_of_the_specification(String name, String misprinted) {
        assertThat(table(name).byColumn().stream()
                        .filter(row -> Math.abs(
                                        efficiency(row) - figure(row, "efc_pct").doubleValue())
                                > 0.06)
                        .map(row -> figure(row, "tpmC") + " of " + figure(row, "wh"))
                        .collect(Collectors.joining()))
                .isEqualTo(misprinted);
    }

    @Test
    void ratios_by_the_table_are_those_of_the_results() {
        Stream.of("pure queries", "index inserts", "index reads", "transactions")
                .forEach(experiment -> {
                    Map<String, TableCell> claim = table("paper-claims").byColumn().stream()
                            .filter(row -> cell(row, "experiment").text().equals(experiment))
                            .findFirst()
                            .orElseThrow();
                    Map<String, TableCell> one = result(experiment, "yugabytedb");
                    Map<String, TableCell> other = result(experiment, "cockroachdb");
                    assertThat(ratio(figure(one, "ops_s"), figure(other, "ops_s")))
                            .isEqualTo(figure(claim, "by_table_throughput"));
                    assertThat(ratio(figure(other, "avg_ms"), figure(one, "avg_ms")))
                            .isEqualTo(figure(claim, "by_table_latency"));
                });
    }

    @Test
    void a_figure_is_printed_with_the_digits_it_was_published_with() {
        assertThat(TableFormat.MARKDOWN.lines(List.of(table("thesis-stress").table())))
                .contains("| 10 | 123.4 | 96.0 | 26.9 | 22.0 | 46.1 | 60.8 | 96.5 | 142.6 |");
    }

    private static double efficiency(Map<String, TableCell> row) {
        return 100
                * figure(row, "tpmC").doubleValue()
                / (12.86 * figure(row, "wh").doubleValue());
    }

    private static PublishedTable table(String name) {
        return FIGURES.find(name).orElseThrow();
    }

    private static Map<String, TableCell> result(String experiment, String system) {
        return table("paper-results").byColumn().stream()
                .filter(row -> cell(row, "experiment").text().equals(experiment))
                .filter(row -> cell(row, "system").text().equals(system))
                .findFirst()
                .orElseThrow();
    }

    private static BigDecimal ratio(BigDecimal one, BigDecimal other) {
        return one.divide(other, 1, RoundingMode.HALF_UP);
    }

    private static BigDecimal figure(Map<String, TableCell> row, String column) {
        return ((TableCell.Figure) cell(row, column).value()).number();
    }

    private static TableCell cell(Map<String, TableCell> row, String column) {
        return Objects.requireNonNull(row.get(column), column);
    }
}
