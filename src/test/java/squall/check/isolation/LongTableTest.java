package squall.check.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LongTableTest {
    @ParameterizedTest
    @ValueSource(ints = {5, 300, 100_000})
    void it_holds_what_a_map_would_hold_whatever_is_put_and_removed(int range) {
        LongTable<Integer> table = new LongTable<>();
        Map<Long, Integer> wanted = new HashMap<>();
        Random random = new Random(range);
        for (int step = 0; step < 200_000; step++) {
            long key = random.nextInt(range) * (step % 2 == 0 ? 1L : 0x9E3779B97F4A7C15L);
            if (random.nextInt(5) < 3) {
                table.put(key, step);
                wanted.put(key, step);
            } else {
                table.remove(key);
                wanted.remove(key);
            }
            long asked = random.nextInt(range);
            assertThat(table.get(asked)).isEqualTo(wanted.get(asked));
        }

        assertThat(table.size()).isEqualTo(wanted.size());
        wanted.forEach((key, value) -> assertThat(table.get(key)).isEqualTo(value));
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 1_000})
    void of_settled_versions_the_last_keys_are_remembered_and_forgetting_is_told(int most) {
        SettledVersions settled = new SettledVersions(most);
        for (long key = 0; key < most / 2; key++) {
            settled.put(key, key + 1, key % 2 == 0);
        }
        assertThat(settled.forgot()).isFalse();
        for (long key = most / 2; key < 3L * most; key++) {
            settled.put(key, key + 1, key % 2 == 0);
            assertThat(settled.contains(key)).isTrue();
            assertThat(settled.version(key)).isEqualTo(key + 1);
            assertThat(settled.isOrdered(key)).isEqualTo(key % 2 == 0);
            assertThat(settled.size()).isLessThanOrEqualTo(most);
        }

        assertThat(settled.forgot()).isTrue();
        assertThat(settled.contains(0)).isFalse();
        assertThat(settled.version(0)).isZero();
        assertThat(settled.isOrdered(0)).isFalse();
    }
}
