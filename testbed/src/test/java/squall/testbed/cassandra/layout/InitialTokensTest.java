package squall.testbed.cassandra.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.testbed.cassandra.layout.NodeAddressAllocator.InitialTokens;

class InitialTokensTest {
    @Test
    void the_first_token_is_the_least_of_the_range() {
        assertThat(InitialTokens.of(0, 3, 0)).startsWith("-9223372036854775808");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void all_nodes_together_share_the_range_evenly(int nodes) {
        var tokens = new TreeSet<BigInteger>();
        for (int node = 0; node < nodes; node++) {
            InitialTokens.of(node, nodes, 0).forEach(token -> tokens.add(new BigInteger(token)));
        }
        BigInteger step = BigInteger.TWO.pow(64).divide(BigInteger.valueOf(nodes * 16L));
        List<BigInteger> sorted = List.copyOf(tokens);

        assertThat(sorted).hasSize(nodes * 16);
        assertThat(IntStream.range(1, sorted.size()).mapToObj(i -> sorted.get(i).subtract(sorted.get(i - 1))))
                .allMatch(gap -> gap.subtract(step).abs().compareTo(BigInteger.ONE) <= 0);
    }

    @Test
    void no_two_data_centres_have_a_token_in_common() {
        assertThat(Stream.concat(InitialTokens.of(0, 1, 1).stream(), InitialTokens.of(0, 1, 2).stream()))
                .doesNotHaveDuplicates();
    }
}
