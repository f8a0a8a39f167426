package squall.cql.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TokenSharesTest {
    private static final BigInteger LEAST = BigInteger.TWO.pow(63).negate();
    private static final BigInteger QUARTER = BigInteger.TWO.pow(62);

    @Test
    void a_single_node_holds_the_whole_ring() {
        assertThat(TokenShares.shares(Map.of("n1", quarters(1, 2)))).isEqualTo(Map.of("n1", 1.0));
    }

    @Test
    void a_token_ends_the_range_behind_it() {
        assertThat(TokenShares.shares(Map.of("n1", quarters(0, 1), "n2", quarters(3))))
                .isEqualTo(Map.of("n1", 0.5, "n2", 0.5));
    }

    @Test
    void a_node_that_has_no_token_yet_holds_nothing_that_could_be_told() {
        assertThat(TokenShares.shares(Map.of("n1", quarters(0), "n2", List.of())))
                .isEqualTo(Map.of("n1", 1.0));
        assertThat(TokenShares.shares(Map.of("n1", List.of()))).isEmpty();
    }

    private static List<BigInteger> quarters(int... at) {
        return Arrays.stream(at)
                .mapToObj(number -> LEAST.add(QUARTER.multiply(BigInteger.valueOf(number))))
                .toList();
    }
}
