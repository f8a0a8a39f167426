package squall.tpcc.population;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NuRandTest {
    @Test
    void it_is_distributed_as_the_formula_says() {
        NuRandConstants.NuRand names = new NuRandConstants.NuRand(255, 0, 999, 123);
        int draws = 2_000_000;
        int[] counts = new int[1_000];
        SeededRandom chance = SeededRandom.at(1, 2, 3);
        for (int i = 0; i < draws; i++) {
            counts[names.draw(chance)]++;
        }
        double[] wanted = exactly(names);
        double chiSquare = IntStream.range(0, 1_000)
                .filter(name -> wanted[name] > 0)
                .mapToDouble(name -> Math.pow(counts[name] - draws * wanted[name], 2) / (draws * wanted[name]))
                .sum();
        // About 999 degrees of freedom: above 1,173 once in 10,000 seeds, and this seed is fixed.
        assertThat(chiSquare).isLessThan(1_173);
    }

    @Test
    void it_stays_in_its_range() {
        NuRandConstants.NuRand items = new NuRandConstants.NuRand(8191, 1, 100_000, 8191);
        SeededRandom chance = SeededRandom.at(1, 2, 3);
        assertThat(IntStream.range(0, 1_000_000).map(i -> items.draw(chance)).summaryStatistics())
                .satisfies(drawn -> {
                    assertThat(drawn.getMin()).isBetween(1, 50);
                    assertThat(drawn.getMax()).isBetween(99_950, 100_000);
                });
    }

    @Test
    void a_constant_beyond_its_range_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NuRandConstants.NuRand(255, 0, 999, 256))
                .withMessage("the constant C must be within 0 to 255, not 256");
    }

    /** Counts all pairs that random(0, A) and random(x, y) can give. */
    private static double[] exactly(NuRandConstants.NuRand rule) {
        double[] shares = new double[1_000];
        for (int first = 0; first <= rule.a(); first++) {
            for (int second = 0; second < 1_000; second++) {
                shares[((first | second) + rule.c()) % 1_000] += 1.0 / (256 * 1_000);
            }
        }
        return shares;
    }
}
