package squall.ycsb.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.ycsb.distribution.KeyChoosers.Permutation;

class PermutationTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 1_000, 65_536, 65_537})
    void every_place_is_taken_once(long size) {
        Permutation permutation = new Permutation(size);
        long[] places = LongStream.range(0, size).map(permutation::of).sorted().toArray();
        assertThat(places).containsExactly(LongStream.range(0, size).toArray());
    }
}
