package squall.sysbench.kv;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import squall.sysbench.kv.KvSettings.KvKeys;

class KvTurnsTest {
    @ParameterizedTest
    @CsvSource({"95, 1", "95, 7", "0, 7", "100, 7", "50, 20261122"})
    void of_each_hundred_turns_the_exact_share_reads(int readPercent, long seed) {
        KvTurns turns = new KvTurns(settings(readPercent, 1, 0, seed));
        for (long block = 0; block < 50; block++) {
            long from = block * 100;
            assertThat(LongStream.range(from, from + 100).filter(turns::reads).count())
                    .isEqualTo(readPercent);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 20_261_122})
    void reads_and_writes_are_in_random_order(long seed) {
        KvTurns turns = new KvTurns(settings(50, 1, 0, seed));
        Set<String> orders = new HashSet<>();
        for (long block = 0; block < 20; block++) {
            StringBuilder order = new StringBuilder();
            for (long turn = block * 100; turn < block * 100 + 100; turn++) {
                order.append(turns.reads(turn) ? 'r' : 'w');
            }
            orders.add(order.toString());
        }
        assertThat(orders).hasSize(20);
    }

    @Test
    void writes_are_numbered_without_a_gap_batch_by_batch() {
        KvTurns turns = new KvTurns(settings(80, 3, 1000, 7));
        List<Long> firsts = new ArrayList<>();
        for (long turn = 0; turn < 500; turn++) {
            if (!turns.reads(turn)) {
                firsts.add(turns.write(turn));
            }
        }
        assertThat(firsts)
                .isEqualTo(
                        LongStream.range(0, 100).map(n -> 1000 + 3 * n).boxed().toList());
        assertThat(settings(80, 3, 1000, 7).writtenAfter(500)).isEqualTo(1300);
    }

    @Test
    void only_what_was_written_before_is_read() {
        KvSettings settings = settings(95, 2, 40, 7);
        KvTurns turns = new KvTurns(settings);
        for (long turn = 0; turn < 1000; turn++) {
            Set<Long> written = new HashSet<>();
            for (long n = 0; n < turns.write(turn); n++) {
                written.add(settings.keys().key(n));
            }
            for (long key : turns.readKeys(turn)) {
                assertThat(written).contains(key);
            }
        }
    }

    @Test
    void before_the_first_write_the_key_that_is_asked_for_is_0() {
        assertThat(new KvTurns(settings(100, 1, 0, 7)).readKeys(3)).containsExactly(0);
    }

    @ParameterizedTest
    @EnumSource(names = {"UNIFORM", "SEQUENTIAL"})
    void keys_come_again_when_the_cycle_is_over_and_not_before(KvKeys.KeyOrder order) {
        KvKeys keys = new KvKeys(order, 1000);
        Set<Long> all = new HashSet<>();
        for (long n = 0; n < 5000; n++) {
            all.add(keys.key(n));
        }
        assertThat(all).hasSize(1000);
        assertThat(keys.key(1234)).isEqualTo(keys.key(234));
    }

    @Test
    void zipfian_keys_are_mostly_the_lowest() {
        KvKeys keys = new KvKeys(KvKeys.KeyOrder.ZIPFIAN, Long.MAX_VALUE);
        long lowest = LongStream.range(0, 10_000).filter(n -> keys.key(n) == 0).count();
        // 1 / zeta(1.1) = 0.0945
        assertThat(lowest).isBetween(850L, 1040L);
    }

    @Test
    void cuts_lie_between_pieces_of_equal_width() {
        assertThat(new KvKeys(KvKeys.KeyOrder.SEQUENTIAL, 1000).cuts(3)).containsExactly(250L, 500L, 750L);
        assertThat(new KvKeys(KvKeys.KeyOrder.UNIFORM, Long.MAX_VALUE).cuts(3))
                .containsExactly(-4611686018427387905L, -2L, 4611686018427387901L);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 100})
    void values_are_as_long_as_they_must_be_and_of_every_length_between(int most) {
        KvTurns turns = new KvTurns(
                new KvSettings(new KvKeys(KvKeys.KeyOrder.UNIFORM, Long.MAX_VALUE), 0, 1, most, 1, 0, 7, false));
        Set<Integer> lengths = new HashSet<>();
        for (long turn = 0; turn < 5000; turn++) {
            lengths.add(turns.value(turn, 0).length);
        }
        assertThat(lengths).hasSize(most).allMatch(length -> length >= 1 && length <= most);
    }

    private static KvSettings settings(int readPercent, int batch, long firstWrite, long seed) {
        return new KvSettings(
                new KvKeys(KvKeys.KeyOrder.UNIFORM, Long.MAX_VALUE), readPercent, 1, 1, batch, firstWrite, seed, false);
    }
}
