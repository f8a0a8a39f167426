package squall.ycsb.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZetaSumTest {
    @ParameterizedTest
    @ValueSource(doubles = {0.2, 0.99, 1, 2})
    void far_sums_are_those_of_adding_up(double theta) {
        KeyChoosers.ZetaSum zeta = new KeyChoosers.ZetaSum(theta);
        double sum = 0;
        for (int i = 1; i <= 2_000_000; i++) {
            sum += Math.pow(i, -theta);
        }
        assertThat(zeta.of(2_000_000)).isCloseTo(sum, within(sum * 1e-11));
    }
}
