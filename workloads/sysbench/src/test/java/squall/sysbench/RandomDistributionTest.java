package squall.sysbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RandomDistributionTest {
    private static final int DRAWS = 200_000;
    private static final int LOW = 1;
    private static final int HIGH = 10_000;

    /** The numbers are those of another implementation of SplitMix64. */
    @Test
    void a_seed_keeps_its_numbers() {
        EventRandom random = new EventRandom().restart(7, 3);
        assertThat(new long[] {random.bits(), random.bits(), random.bits()})
                .containsExactly(7781137402269926631L, 8665992178726160025L, 1746360163653375391L);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 20_261_122})
    void uniform_draws_fall_into_each_tenth_alike(long seed) {
        var uniform = new RandomDistribution.Uniform();
        for (int tenth = 0; tenth < 10; tenth++) {
            int from = tenth * 1000 + 1;
            assertThat(share(uniform, seed, drawn -> drawn >= from && drawn < from + 1000))
                    .isCloseTo(0.1, within(0.005));
        }
    }

    /** Checks the share of a normal distribution: the mean of twelve uniform numbers has a standard deviation of a twelfth of the range. */
    @ParameterizedTest
    @ValueSource(longs = {1, 7, 20_261_122})
    void gaussian_draws_have_two_thirds_within_one_deviation_of_the_middle(long seed) {
        var gaussian = new RandomDistribution.Gaussian(12);
        assertThat(share(gaussian, seed, drawn -> Math.abs(drawn - 5000) <= 833))
                .isCloseTo(0.683, within(0.01));
        assertThat(share(gaussian, seed, drawn -> drawn <= 5000)).isCloseTo(0.5, within(0.01));
    }

    /** Checks the share of the hot rows, which are a hundred of ten thousand: from 4951 to 5050. */
    @ParameterizedTest
    @ValueSource(longs = {1, 7, 20_261_122})
    void special_draws_fall_into_the_hot_percent_three_times_in_four(long seed) {
        var special = new RandomDistribution.Special(12, 1, 75);
        double bell = 0.25 * share(new RandomDistribution.Gaussian(12), seed, RandomDistributionTest::hot);
        assertThat(share(special, seed, RandomDistributionTest::hot)).isCloseTo(0.75 + bell, within(0.01));
    }

    private static boolean hot(int drawn) {
        return drawn >= 4951 && drawn <= 5050;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 20_261_122})
    void pareto_gives_the_lowest_fifth_four_fifths_of_the_draws(long seed) {
        assertThat(share(new RandomDistribution.Pareto(0.2), seed, drawn -> drawn <= 2000))
                .isCloseTo(0.8, within(0.01));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.0, 0.8, 1.0, 1.1, 2.0})
    void zipfian_draws_follow_the_law_rank_by_rank(double exponent) {
        var zipfian = new RandomDistribution.Zipfian(exponent);
        double sum = 0;
        for (int rank = 1; rank <= HIGH; rank++) {
            sum += Math.pow(rank, -exponent);
        }
        for (int rank : new int[] {1, 2, 3, 10}) {
            assertThat(share(zipfian, 7, drawn -> drawn == rank))
                    .describedAs("rank %d", rank)
                    .isCloseTo(Math.pow(rank, -exponent) / sum, within(0.004));
        }
        double half = 0;
        for (int rank = 1; rank <= HIGH / 2; rank++) {
            half += Math.pow(rank, -exponent) / sum;
        }
        assertThat(share(zipfian, 7, drawn -> drawn <= HIGH / 2)).isCloseTo(half, within(0.005));
    }

    @Test
    void every_draw_lies_in_its_range_however_small_or_large() {
        for (RandomDistribution each : new RandomDistribution[] {
            new RandomDistribution.Uniform(),
            new RandomDistribution.Gaussian(12),
            new RandomDistribution.Special(12, 1, 75),
            new RandomDistribution.Pareto(0.2),
            new RandomDistribution.Zipfian(0.8)
        }) {
            for (int high : new int[] {1, 2, 3, Integer.MAX_VALUE}) {
                EventRandom random = new EventRandom();
                for (int i = 0; i < 1000; i++) {
                    assertThat(each.draw(random.restart(7, i), 1, high)).isBetween(1, high);
                }
            }
        }
    }

    @Test
    void a_parameter_that_means_nothing_is_refused() {
        assertThatThrownBy(() -> new RandomDistribution.Pareto(Double.NaN)).hasMessage("h must be in (0, 1): NaN");
        assertThatThrownBy(() -> new RandomDistribution.Special(12, 101, 75))
                .hasMessage("percent must be in [0, 100]: 101");
    }

    private static double share(RandomDistribution distribution, long seed, IntPredicate in) {
        EventRandom random = new EventRandom();
        int hits = 0;
        for (int i = 0; i < DRAWS; i++) {
            hits += in.test(distribution.draw(random.restart(seed, i), LOW, HIGH)) ? 1 : 0;
        }
        return (double) hits / DRAWS;
    }
}
