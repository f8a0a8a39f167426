package squall.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.cli.command.MaximumSearch;
import squall.experiment.ExperimentSpec.Stop;
import squall.experiment.ExperimentSpec.ValueSearch;
import squall.system.HumanNumbers;

class SweepOrderTest {
    private static final List<ExperimentSpec.AcceptanceRule> RULES =
            List.of(ExperimentSpec.AcceptanceRule.parse("efficiency >= 85"));

    /** Runs a search on a database that sustains so many. */
    private static Map<Map<String, String>, Optional<String>> searched(SweepOrder order, long sustained) {
        Map<Map<String, String>, Optional<String>> tried = new LinkedHashMap<>();
        for (var cell = order.next(tried); cell.isPresent(); cell = order.next(tried)) {
            long value = Long.parseLong(cell.get().getOrDefault("warehouses", ""));
            tried.put(
                    cell.get(),
                    value <= sustained ? Optional.empty() : Optional.of("efficiency is 71.0, wanted >= 85.0"));
        }
        return tried;
    }

    private static List<Long> values(Map<Map<String, String>, Optional<String>> tried) {
        List<Long> values = new ArrayList<>();
        tried.keySet().forEach(cell -> values.add(Long.parseLong(cell.getOrDefault("warehouses", ""))));
        return values;
    }

    private static SweepOrder search(long from, long to, double resolution) {
        return new SweepOrder.Saturation(
                new ValueSearch("warehouses", MaximumSearch.doubling(from, to, resolution), "tpcc", RULES));
    }

    @Test
    void a_search_doubles_until_it_is_refused_and_then_halves_the_distance() {
        SweepOrder order = search(1, 64, 0.01);
        var tried = searched(order, 11);

        assertThat(values(tried)).containsExactly(1L, 2L, 4L, 8L, 16L, 12L, 10L, 11L);
        assertThat(order.notes(tried))
                .containsExactly(
                        "Accepted: efficiency >= 85.0.",
                        "Largest accepted warehouses: 11; 12 was not: efficiency is 71.0, wanted >= 85.0.");
    }

    @ParameterizedTest
    @CsvSource({"1,1000,0.001,1", "1,1000,0.001,2", "1,1000,0.001,999", "8,256,0.001,77", "3,5,0.1,4"})
    void a_search_finds_the_largest_value_wherever_it_is(long from, long to, double resolution, long sustained) {
        SweepOrder order = search(from, to, resolution);

        assertThat(order.notes(searched(order, sustained)).getLast())
                .startsWith("Largest accepted warehouses: " + sustained + "; " + HumanNumbers.count(sustained + 1)
                        + " was not:");
    }

    @Test
    void a_search_stops_at_its_resolution() {
        assertThat(values(searched(search(100, 1000, 0.1), 470)))
                .containsExactly(100L, 200L, 400L, 800L, 600L, 500L, 450L, 475L);
    }

    @Test
    void a_database_that_is_not_saturated_is_said_to_be_so() {
        SweepOrder order = search(1, 5, 0.05);
        var tried = searched(order, 9);

        assertThat(values(tried)).containsExactly(1L, 2L, 4L, 5L);
        assertThat(order.notes(tried).getLast())
                .isEqualTo(
                        "Largest accepted warehouses: 5, the upper end of this search: the database was not saturated.");
    }

    @Test
    void a_database_that_does_not_sustain_the_first_value_is_said_to_be_so() {
        SweepOrder order = search(4, 64, 0.05);
        var tried = searched(order, 0);

        assertThat(values(tried)).containsExactly(4L);
        assertThat(order.notes(tried).getLast())
                .isEqualTo("Not even 4 was accepted; 4 was not: efficiency is 71.0, wanted >= 85.0.");
    }

    @ParameterizedTest
    @CsvSource({"2, '1 2 4 8'", "1, '1 2 4'", "5, '1 2 4 8 16 32'"})
    void a_sweep_ends_when_so_many_steps_in_a_row_did_not_keep_its_rules(int after, String tried) {
        SweepOrder order = new SweepOrder.Matrix(
                Stream.of("1", "2", "4", "8", "16", "32")
                        .map(value -> Map.of("warehouses", value))
                        .toList(),
                Optional.of(new Stop("tpcc", after, RULES)));

        Map<Map<String, String>, Optional<String>> found = searched(order, 2);

        assertThat(values(found))
                .isEqualTo(Stream.of(tried.split(" ", -1)).map(Long::valueOf).toList());
        assertThat(order.notes(found))
                .isEqualTo(
                        found.size() == 6
                                ? List.of()
                                : List.of(
                                        "Ended after " + found.size() + " of 6 combinations: " + after
                                                + " in a row did not keep the rules of this sweep, the last because efficiency is 71.0, wanted >= 85.0."));
    }
}
