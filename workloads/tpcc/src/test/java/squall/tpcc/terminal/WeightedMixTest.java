package squall.tpcc.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.tpcc.TransactionType;
import squall.tpcc.terminal.TransactionMix.WeightedMix;

class WeightedMixTest {
    private static final int DRAWS = 100_000;

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 42})
    void types_come_as_often_as_their_weights_say(long seed) {
        TransactionMix mix = weights(45.5, 42.5, 4, 4, 4);

        Map<TransactionType, Long> drawn = LongStream.range(0, DRAWS)
                .mapToObj(step -> mix.at(seed, (int) (step % 10), step))
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));

        for (TransactionType type : TransactionType.values()) {
            // Four standard deviations of the largest share.
            assertThat((double) drawn.getOrDefault(type, 0L) / DRAWS).isCloseTo(mix.share(type), within(0.0063));
        }
    }

    @Test
    void a_type_of_no_weight_never_comes() {
        TransactionMix payments = weights(0, 100, 0, 0, 0);

        assertThat(LongStream.range(0, 1000).mapToObj(step -> payments.at(7, 0, step)))
                .containsOnly(TransactionType.PAYMENT);
        assertThat(payments.label()).isEqualTo("Payment 100.0 %");
    }

    @Test
    void weights_must_sum_to_100() {
        assertThatThrownBy(() -> weights(45, 43, 4, 4, 5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("weights must be at least 0 and add up to 100, not ");
        assertThatThrownBy(() -> weights(-1, 101, 0, 0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> weights(Double.NaN, 100, 0, 0, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    private static WeightedMix weights(double... percent) {
        Map<TransactionType, Double> byType = new EnumMap<>(TransactionType.class);
        for (TransactionType type : TransactionType.values()) {
            byType.put(type, percent[byType.size()]);
        }
        return new WeightedMix(byType);
    }
}
