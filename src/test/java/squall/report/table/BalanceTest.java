package squall.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.report.reference.Cell;
import squall.report.reference.Form;
import squall.report.reference.PublishedFigures;
import squall.report.reference.PublishedTable;
import squall.report.table.Balance.Sample;

class BalanceTest {
    @ParameterizedTest
    @CsvSource({"thesis-rebalance-3-6, 300", "thesis-rebalance-6-9, 180"})
    void the_thesis_calls_balanced_what_the_rule_calls_balanced(String table, String minutes) {
        assertThat(published(table).verdict())
                .isEqualTo("Balanced after " + minutes
                        + " min: spread (max - min) at most 10 % of the mean, held 10 min or to the end.");
    }

    @Test
    void a_cluster_that_stays_uneven_is_censored() {
        assertThat(balance(100, 0).verdict()).startsWith("Balanced after > 1 min: ");
    }

    @Test
    void a_moment_of_balance_is_none() {
        Balance moment = new Balance(
                List.of("n1", "n2"),
                "ranges",
                List.of(sample(0, 50, 50), sample(5, 90, 10), sample(20, 50, 50), sample(31, 51, 49)));
        assertThat(moment.balancedFrom()).hasValue(2);
    }

    @Test
    void every_sample_tells_its_spread() {
        assertThat(Form.CSV.lines(List.of(balance(795, 0).sheet())))
                .contains("minute,n1,n2,spread_pct,ops_s", "1,795,0,200,");
    }

    private static Balance published(String name) {
        PublishedTable table = PublishedFigures.load().find(name).orElseThrow();
        List<String> nodes = table.columns().stream()
                .map(column -> column.name())
                .filter(column -> !column.equals("minute"))
                .toList();
        return new Balance(
                nodes,
                "replicas",
                table.rows().stream()
                        .map(row -> new Sample(
                                figure(row.getFirst()),
                                IntStream.range(1, row.size())
                                        .mapToObj(i -> figure(row.get(i)))
                                        .toList(),
                                OptionalDouble.empty()))
                        .toList());
    }

    private static double figure(Cell cell) {
        return ((Cell.Figure) cell).value().doubleValue();
    }

    private static Balance balance(double first, double second) {
        return new Balance(List.of("n1", "n2"), "ranges", List.of(sample(1, first, second)));
    }

    private static Sample sample(double minute, double... held) {
        return new Sample(
                minute, IntStream.range(0, held.length).mapToObj(i -> held[i]).toList(), OptionalDouble.empty());
    }
}
