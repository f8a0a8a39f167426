package squall.ycsb.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.generator.CounterGenerator;
import site.ycsb.generator.ExponentialGenerator;
import site.ycsb.generator.HotspotIntegerGenerator;
import site.ycsb.generator.ScrambledZipfianGenerator;
import site.ycsb.generator.SequentialGenerator;
import site.ycsb.generator.SkewedLatestGenerator;
import site.ycsb.generator.UniformLongGenerator;
import squall.ycsb.distribution.KeyChoosers.KeyChooser;

/** Comparison of each distribution with upstream's generator of the same name, over the same rows. */
class KeyChoosersTest {
    private static final int ROWS = 1_000;
    private static final int DRAWS = 400_000;
    private static final long SEED = 42;

    /** The numbers are those of another implementation of SplitMix64. */
    @Test
    void a_seed_keeps_its_numbers() {
        SplitMix random = new SplitMix().seek(7, 3);
        assertThat(new long[] {random.bits(), random.bits(), random.bits()})
                .containsExactly(-8017417250391388015L, 1892796199240232015L, -8532234664089530222L);
    }

    @Test
    void uniform_is_upstreams() {
        assertSame(KeyChoosers.uniform(0, ROWS), new UniformLongGenerator(0, ROWS - 1)::nextValue);
    }

    @Test
    void zipfian_is_upstreams_key_by_key() {
        ScrambledZipfianGenerator theirs = new ScrambledZipfianGenerator(0, ROWS);
        double[] ours = assertSame(KeyChoosers.scrambledZipfian(0, ROWS, 0), () -> {
            long key;
            do {
                key = theirs.nextValue();
            } while (key >= ROWS);
            return key;
        });
        assertThat(max(ours)).isCloseTo(0.0389, within(0.002)); // the published share of the hottest of 1,000 rows
    }

    @Test
    void latest_is_upstreams() {
        assertSame(
                KeyChoosers.latest(new KeyChoosers.ZetaSum(KeyChoosers.THETA)),
                new SkewedLatestGenerator(new CounterGenerator(ROWS))::nextValue);
    }

    @Test
    void hotspot_is_upstreams() {
        assertSame(
                KeyChoosers.hotspot(0, ROWS, 0.2, 0.8), new HotspotIntegerGenerator(0, ROWS - 1, 0.2, 0.8)::nextValue);
    }

    @Test
    void exponential_is_upstreams() {
        ExponentialGenerator theirs = new ExponentialGenerator(95, ROWS * 0.8571428571);
        assertSame(KeyChoosers.exponential(95, ROWS * 0.8571428571), () -> {
            long key;
            do {
                key = ROWS - 1 - theirs.nextValue().longValue();
            } while (key < 0);
            return key;
        });
    }

    @Test
    void sequential_is_upstreams_key_for_key() {
        SequentialGenerator theirs = new SequentialGenerator(5, 14);
        KeyChooser ours = KeyChoosers.sequential(5, 10);
        SplitMix random = new SplitMix();
        for (long n = 0; n < 25; n++) {
            assertThat(ours.next(random, n, 1_000)).isEqualTo(theirs.nextValue().longValue());
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 0.99, 1, 1.5})
    void exact_zipfian_gives_each_rank_its_share(double theta) {
        double[] shares = shares(KeyChoosers.exactZipfian(0, ROWS, theta));
        Arrays.sort(shares);
        double zeta = new KeyChoosers.ZetaSum(theta).of(ROWS);
        for (int rank = 1; rank <= 10; rank++) {
            double expected = Math.pow(rank, -theta) / zeta;
            assertThat(shares[ROWS - rank]).isCloseTo(expected, within(6 * Math.sqrt(expected / DRAWS)));
        }
    }

    @Test
    void no_row_is_chosen_that_is_newer_than_the_newest() {
        KeyChooser chooser = KeyChoosers.scrambledZipfian(0, 100, 1_000);
        SplitMix random = new SplitMix();
        for (long n = 0; n < 10_000; n++) {
            assertThat(chooser.next(random.seek(SEED, n), n, 99)).isBetween(0L, 99L);
        }
    }

    @Test
    void the_same_seed_chooses_the_same_rows() {
        KeyChooser one = KeyChoosers.latest(new KeyChoosers.ZetaSum(KeyChoosers.THETA));
        KeyChooser other = KeyChoosers.latest(new KeyChoosers.ZetaSum(KeyChoosers.THETA));
        for (long n = 0; n < 1_000; n++) {
            assertThat(one.next(new SplitMix().seek(SEED, n), n, 500))
                    .isEqualTo(other.next(new SplitMix().seek(SEED, n), n, 500));
        }
    }

    @Test
    void a_hot_set_without_rows_is_refused() {
        assertThatThrownBy(() -> KeyChoosers.hotspot(0, 4, 0.2, 0.8))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "of 4 rows hotspotdatafraction=0.2 makes 0 hot and 4 cold, but hotspotopnfraction=0.8 sends "
                                + "operations to both");
    }

    /** Asserts that two samples have one distribution: the sum over rows of (a - b)² / (a + b) is about as large as the number of rows. */
    private static double[] assertSame(KeyChooser ours, LongSupplier theirs) {
        double[] mine = shares(ours);
        double[] upstream = new double[ROWS];
        for (int draw = 0; draw < DRAWS; draw++) {
            upstream[(int) theirs.getAsLong()] += 1.0 / DRAWS;
        }
        double distance = 0;
        for (int row = 0; row < ROWS; row++) {
            double sum = mine[row] + upstream[row];
            distance += sum == 0 ? 0 : DRAWS * (mine[row] - upstream[row]) * (mine[row] - upstream[row]) / sum;
        }
        // Chi-square with about 1,000 degrees of freedom: mean 1,000, deviation 45; upstream's draws have no seed.
        assertThat(distance).isLessThan(ROWS + 6 * Math.sqrt(2.0 * ROWS));
        return mine;
    }

    private static double[] shares(KeyChooser chooser) {
        SplitMix random = new SplitMix();
        double[] shares = new double[ROWS];
        for (int n = 0; n < DRAWS; n++) {
            shares[(int) chooser.next(random.seek(SEED, n), n, ROWS - 1)] += 1.0 / DRAWS;
        }
        return shares;
    }

    private static double max(double[] shares) {
        return Arrays.stream(shares).max().orElseThrow();
    }
}
