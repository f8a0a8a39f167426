package squall.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.report.statistics.MannWhitney.RankSums;

class MannWhitneyTest {
    private static final Offset<Double> EXACT = within(1e-12);

    /** Checks the critical values of U at 5 %, two-sided, as printed in tables since Mann and Whitney: U is significant, U + 1 is not. */
    @ParameterizedTest
    @CsvSource({
        "4, 4, 0",
        "5, 5, 2",
        "6, 6, 5",
        "7, 7, 8",
        "8, 8, 13",
        "9, 9, 17",
        "10, 10, 23",
        "12, 12, 37",
        "15, 15, 64",
        "20, 20, 127",
        "3, 5, 0",
        "3, 8, 2",
        "4, 7, 3",
        "5, 8, 6",
        "6, 10, 11",
        "8, 12, 22",
        "10, 20, 55"
    })
    void agrees_with_the_published_table_of_critical_values(int first, int second, int critical) {
        RankSums sums = RankSums.untied(first, second);
        int least = first * (first + 1);
        assertThat(sums.twoSided(least + 2 * critical)).isLessThanOrEqualTo(0.05);
        assertThat(sums.twoSided(least + 2 * (critical + 1))).isGreaterThan(0.05);
    }

    /** Checks the smallest p, which is 2 of all ways to choose: 0.100, 0.0286, 0.0079, 0.0022. */
    @ParameterizedTest
    @CsvSource({"3, 20", "4, 70", "5, 252", "6, 924"})
    void two_sides_without_overlap_have_the_smallest_p_there_is(int runs, double ways) {
        double[] low = IntStream.range(0, runs).asDoubleStream().toArray();
        double[] high = Arrays.stream(low).map(value -> value + 100).toArray();
        assertThat(MannWhitney.of(low, high))
                .isEqualTo(new MannWhitney(runs * runs, MannWhitney.least(runs, runs), 1.0));
        assertThat(MannWhitney.least(runs, runs)).isCloseTo(2 / ways, EXACT);
    }

    @Test
    void ties_are_counted_as_they_are() {
        MannWhitney test = MannWhitney.of(new double[] {1, 2, 2}, new double[] {2, 3, 4});
        assertThat(test.u()).isEqualTo(8.0);
        assertThat(test.superiority()).isCloseTo(8.0 / 9, EXACT);
        assertThat(test.p()).isCloseTo(byCounting(3, 7), EXACT);
    }

    /** Counts over the ranks of 1, 2, 2, 2, 3, 4: examines every choice of so many one by one. */
    private static double byCounting(int chosen, double rankSum) {
        double[] ranks = {1, 3, 3, 3, 5, 6};
        double mean = chosen * (ranks.length + 1) / 2.0;
        long asFar = 0;
        long all = 0;
        for (int set = 0; set < 1 << ranks.length; set++) {
            if (Integer.bitCount(set) == chosen) {
                int chosenSet = set;
                double sum = IntStream.range(0, ranks.length)
                        .filter(i -> ((chosenSet >> i) & 1) == 1)
                        .mapToDouble(i -> ranks[i])
                        .sum();
                asFar += Math.abs(sum - mean) >= Math.abs(rankSum - mean) ? 1 : 0;
                all++;
            }
        }
        return (double) asFar / all;
    }

    @Test
    void equal_values_everywhere_show_nothing() {
        assertThat(MannWhitney.of(new double[] {7, 7, 7, 7, 7}, new double[] {7, 7, 7, 7, 7}))
                .isEqualTo(new MannWhitney(12.5, 1, 0.5));
    }

    @Test
    void what_was_not_seen_to_end_is_longer_than_everything_that_was() {
        double[] seen = {18, 20, 25, 30, 31};
        double[] never = new double[5];
        Arrays.fill(never, Double.POSITIVE_INFINITY);
        assertThat(MannWhitney.of(seen, never).p()).isCloseTo(2.0 / 252, EXACT);
    }

    /** Swaps the sides, which changes nothing but the direction. */
    @Test
    void the_sides_can_be_swapped() {
        double[] first = {3.1, 2.7, 4.4, 2.9};
        double[] second = {3.3, 3.1, 5.0, 4.1, 2.2};
        assertThat(MannWhitney.of(first, second).p())
                .isCloseTo(MannWhitney.of(second, first).p(), EXACT);
        assertThat(MannWhitney.of(first, second).u()
                        + MannWhitney.of(second, first).u())
                .isEqualTo(20);
    }
}
