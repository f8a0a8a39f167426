package squall.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import squall.report.statistics.Bootstrap.NormalDistribution;

class LocationShiftTest {
    /** Uses all 25 differences of five and five; the interval ends at the third from either end, as tables have it for 95 %. */
    @Test
    void the_shift_is_the_median_of_all_differences_and_its_interval_is_of_the_ranks() {
        double[] first = {1, 2, 3, 4, 5};
        double[] second = {11, 22, 33, 44, 55};
        double[] sorted = DoubleStream.of(first)
                .flatMap(a -> DoubleStream.of(second).map(b -> b - a))
                .sorted()
                .toArray();
        LocationShift shift = LocationShift.of(first, second, 0.95);
        assertThat(shift.estimate()).isEqualTo(sorted[12]);
        assertThat(shift.interval()).contains(new LocationShift.ConfidenceInterval(sorted[2], sorted[22]));
    }

    @Test
    void three_runs_on_each_side_have_no_interval() {
        assertThat(LocationShift.of(new double[] {1, 2, 3}, new double[] {4, 5, 6}, 0.95)
                        .interval())
                .isEmpty();
        assertThat(LocationShift.of(new double[] {1, 2, 3, 4}, new double[] {4, 5, 6, 7}, 0.95)
                        .interval())
                .contains(new LocationShift.ConfidenceInterval(0, 6));
    }

    /** Checks that the interval of a thousand samples misses the truth in about one of twenty, never in much more. */
    @Test
    void the_interval_holds_the_true_shift_as_often_as_it_says() {
        Random random = new Random(11);
        int held = 0;
        for (int trial = 0; trial < 2000; trial++) {
            LocationShift shift = LocationShift.of(normal(random, 6, 100), normal(random, 6, 105), 0.95);
            held += shift.interval().orElseThrow().contains(5) ? 1 : 0;
        }
        assertThat(held / 2000.0).isBetween(0.94, 0.98);
    }

    @Test
    void the_bootstrap_holds_the_true_shift_nearly_as_often_and_is_the_same_for_the_same_seed() {
        Random random = new Random(12);
        int held = 0;
        for (int trial = 0; trial < 150; trial++) {
            double[] first = normal(random, 12, 100);
            double[] second = normal(random, 12, 105);
            LocationShift.ConfidenceInterval interval = Bootstrap.ofShift(first, second, 0.95, trial);
            held += interval.contains(5) ? 1 : 0;
            if (trial == 0) {
                assertThat(Bootstrap.ofShift(first, second, 0.95, trial)).isEqualTo(interval);
            }
        }
        assertThat(held / 150.0).isBetween(0.86, 1.0);
    }

    @Test
    void the_normal_distribution_is_that_of_the_tables() {
        assertThat(NormalDistribution.below(1.959963984540054)).isCloseTo(0.975, within(1e-12));
        assertThat(NormalDistribution.below(-1)).isCloseTo(0.15865525393145707, within(1e-12));
        assertThat(NormalDistribution.quantile(0.975)).isCloseTo(1.959963984540054, within(1e-9));
    }

    /** Checks type 8 of 1, 2, 3, 4: the median between the middle ones, the quartiles at 1.4167 and 3.5833. */
    @Test
    void quantiles_of_runs_are_of_type_8() {
        double[] values = {4, 1, 3, 2};
        assertThat(RunQuantiles.median(values)).isEqualTo(2.5);
        assertThat(RunQuantiles.of(values, 0.25)).isCloseTo(1.4166666667, within(1e-9));
        assertThat(RunQuantiles.of(values, 0.75)).isCloseTo(3.5833333333, within(1e-9));
        assertThat(RunQuantiles.of(values, 1)).isEqualTo(4);
    }

    private static double[] normal(Random random, int count, double mean) {
        return random.doubles(count).map(u -> mean + random.nextGaussian()).toArray();
    }
}
